"use client";

import type { ReactNode } from "react";
import { LazyPart } from "./lazy";
import { type Trigger, useLazyTrigger } from "./lazy-trigger";
import type { PopoverLook } from "./popover-panel";

const fetchPanel = () => import("./popover-panel").then((one) => one.default);

interface PopoverProps extends Omit<PopoverLook, "children"> {
  /** The button that opens it. */
  trigger: Trigger;
  children: (close: () => void) => ReactNode;
}

/** A small form that hangs from a button. Its code is fetched when the button is meant. */
export function Popover({ trigger, children, ...look }: PopoverProps) {
  const { open, turn, hung, button, giveUp } = useLazyTrigger("dialog", fetchPanel);
  return (
    <>
      {button(trigger, { onClick: (event) => turn(!open, event) })}
      {hung && (
        <LazyPart
          part={fetchPanel}
          given={{ hung, look: { ...look, children: children(() => hung.onOpenChange(false)) } }}
          onFailed={giveUp}
        />
      )}
    </>
  );
}
