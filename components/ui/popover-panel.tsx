"use client";

import * as Radix from "radix-ui/popover";
import type { ReactNode } from "react";
import { cn } from "./cn";
import { AnchorSlot, type LazyTrigger } from "./lazy-trigger";
import { POPOVER_CLASS } from "./menu-parts";

export interface PopoverLook {
  label: string;
  align: "start" | "end";
  className: string;
  children: ReactNode;
}

/** What hangs from the button of a popover. */
export default function PopoverPanel({ hung, look }: { hung: LazyTrigger; look: PopoverLook }) {
  return (
    <Radix.Root open={hung.open} onOpenChange={hung.onOpenChange}>
      <Radix.Trigger asChild>
        <AnchorSlot anchor={hung.anchor} />
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          id={hung.panelId}
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
