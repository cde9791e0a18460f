"use client";

import * as Radix from "radix-ui/popover";
import type { ReactNode } from "react";
import { cn } from "../display/cn";
import { AnchorSlot, type LazyTrigger } from "./lazy-trigger";
import { POPOVER_CLASS } from "./menu-parts";

export interface PopoverPanelProps {
  label: string;
  align: "start" | "end";
  className: string;
  children: ReactNode;
}

/** The panel of a popover. */
export default function PopoverPanel({
  lazyTrigger,
  look,
}: {
  lazyTrigger: LazyTrigger;
  look: PopoverPanelProps;
}) {
  return (
    <Radix.Root open={lazyTrigger.open} onOpenChange={lazyTrigger.onOpenChange}>
      <Radix.Trigger asChild>
        <AnchorSlot anchor={lazyTrigger.anchor} />
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          id={lazyTrigger.panelId}
          align={look.align}
          sideOffset={6}
          collisionPadding={8}
          aria-label={look.label}
          className={cn(POPOVER_CLASS, look.className)}
        >
          {look.children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
