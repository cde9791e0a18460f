"use client";

import {
  type ButtonHTMLAttributes,
  cloneElement,
  type ReactElement,
  type Ref,
  type RefObject,
  type SyntheticEvent,
  useId,
  useImperativeHandle,
  useRef,
  useState,
} from "react";
import { type Fetch, prefetch } from "./lazy";

type ButtonProps = ButtonHTMLAttributes<HTMLElement>;

/** The button that opens a lazy panel. */
export type Trigger = ReactElement<ButtonProps>;

/** Props that a lazy panel gets about its button. */
export interface LazyTrigger {
  triggerId: string;
  panelId: string;
  anchor: HTMLElement;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Whether the panel was opened by a key press that it has not handled yet. */
  openedByKey: RefObject<boolean>;
}

/**
 * Connects a button to a panel whose code is loaded when the button is hovered or focused, at the latest when
 * pressed. `lazyTrigger` is set from the first press on, for a `LazyPart` panel.
 */
export function useLazyTrigger<Props>(kind: "menu" | "dialog", panel: Fetch<Props>) {
  const id = useId();
  const [anchor, setAnchor] = useState<HTMLElement>();
  const [open, setOpen] = useState(false);
  const openedByKey = useRef(false);
  const prefetchPanel = () => prefetch(panel);
  const setOpenBy = (to: boolean, event: SyntheticEvent<HTMLElement>) => {
    openedByKey.current = event.type === "keydown";
    setAnchor(event.currentTarget);
    setOpen(to);
  };
  const panelId = `${id}-panel`;
  const lazyTrigger: LazyTrigger | undefined = anchor && {
    ...{ triggerId: id, panelId, anchor, open, openedByKey },
    onOpenChange: setOpen,
  };
  const button = (trigger: Trigger, own: ButtonProps) =>
    cloneElement(trigger, {
      id,
      "aria-haspopup": kind,
      "aria-expanded": open,
      "aria-controls": open ? panelId : undefined,
      ...own,
      onPointerEnter: (event) => {
        trigger.props.onPointerEnter?.(event);
        prefetchPanel();
      },
      onFocus: (event) => {
        trigger.props.onFocus?.(event);
        prefetchPanel();
      },
    });
  const reset = () => {
    setOpen(false);
    // The next press loads the code again.
    setAnchor(undefined);
  };
  return { open, setOpenBy, lazyTrigger, button, reset };
}

/**
 * Takes the place of the Radix trigger and forwards its ref to the button that was rendered before Radix was
 * loaded.
 */
export function AnchorSlot({ anchor, ref }: { anchor: HTMLElement; ref?: Ref<HTMLElement> }) {
  useImperativeHandle(ref, () => anchor, [anchor]);
  return null;
}
