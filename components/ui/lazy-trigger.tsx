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

/** The button that a panel hangs from. */
export type Trigger = ReactElement<ButtonProps>;

/** What a panel is told of the button it hangs from. */
export interface LazyTrigger {
  triggerId: string;
  panelId: string;
  anchor: HTMLElement;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Whether a key has opened it, and the panel has not taken note of it yet. */
  byKey: RefObject<boolean>;
}

/**
 * A button and a panel whose code is fetched when the button is pointed at or focused, and at the latest when it is
 * pressed. `hung` is there from the first press on, for a `Later` panel.
 */
export function useLazyTrigger<Props>(kind: "menu" | "dialog", panel: Fetch<Props>) {
  const id = useId();
  const [anchor, setAnchor] = useState<HTMLElement>();
  const [open, setOpen] = useState(false);
  const byKey = useRef(false);
  const near = () => prefetch(panel);
  const turn = (to: boolean, event: SyntheticEvent<HTMLElement>) => {
    byKey.current = event.type === "keydown";
    setAnchor(event.currentTarget);
    setOpen(to);
  };
  const panelId = `${id}-panel`;
  const hung: LazyTrigger | undefined = anchor && {
    ...{ triggerId: id, panelId, anchor, open, byKey },
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
        near();
      },
      onFocus: (event) => {
        trigger.props.onFocus?.(event);
        near();
      },
    });
  const giveUp = () => {
    setOpen(false);
    // The next press shall fetch anew.
    setAnchor(undefined);
  };
  return { open, turn, hung, button, giveUp };
}

/** Stands where Radix wants a trigger, and hands it the button that was there before its code. */
export function AnchorSlot({ anchor, ref }: { anchor: HTMLElement; ref?: Ref<HTMLElement> }) {
  useImperativeHandle(ref, () => anchor, [anchor]);
  return null;
}
