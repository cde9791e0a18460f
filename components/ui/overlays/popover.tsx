"use client";

import type { ReactNode } from "react";
import { LazyPart } from "./lazy";
import { type Trigger, useLazyTrigger } from "./lazy-trigger";
import type { PopoverPanelProps } from "./popover-panel";

const fetchPanel = () => import("./popover-panel").then((module) => module.default);

interface PopoverProps extends Omit<PopoverPanelProps, "children"> {
  /** The button that opens the popover. */
  trigger: Trigger;
  children: (close: () => void) => ReactNode;
}

/** A small form in a panel. Its code is loaded when the button is hovered or focused. */
export function Popover({ trigger, children, ...look }: PopoverProps) {
  const { open, setOpenBy, lazyTrigger, button, reset } = useLazyTrigger("dialog", fetchPanel);
  return (
    <>
      {button(trigger, { onClick: (event) => setOpenBy(!open, event) })}
      {lazyTrigger && (
        <LazyPart
          part={fetchPanel}
          given={{
            lazyTrigger,
            look: { ...look, children: children(() => lazyTrigger.onOpenChange(false)) },
          }}
          onFailed={reset}
        />
      )}
    </>
  );
}
