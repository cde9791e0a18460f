"use client";

import * as Radix from "radix-ui/popover";
import type { ReactNode } from "react";
import { cn } from "./cn";
import { type Hung, Stand } from "./hung";
import { POPPED } from "./menu-parts";

export interface PopoverLook {
  label: string;
  align: "start" | "end";
  className: string;
  children: ReactNode;
}

/** What hangs from the button of a popover. */
export default function PopoverPanel({ hung, look }: { hung: Hung; look: PopoverLook }) {
  return (
    <Radix.Root open={hung.open} onOpenChange={hung.onOpenChange}>
      <Radix.Trigger asChild>
        <Stand anchor={hung.anchor} />
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          id={hung.panelId}
          align={look.align}
          sideOffset={6}
          collisionPadding={8}
          aria-label={look.label}
          className={cn(POPPED, look.className)}
        >
          {look.children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
