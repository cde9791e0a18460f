"use client";

import * as Radix from "radix-ui/dropdown-menu";
import type { FocusEvent, ReactNode } from "react";
import { cn } from "./cn";
import { AnchorSlot, type LazyTrigger } from "./lazy-trigger";
import { MenuParts, POPOVER_CLASS } from "./menu-parts";

export interface MenuLook {
  label?: string | undefined;
  align?: "start" | "center" | "end" | undefined;
  side?: "top" | "bottom" | undefined;
  className?: string | undefined;
  children: ReactNode;
}

const PARTS = { Item: Radix.Item, Separator: Radix.Separator, Label: Radix.Label };

/** What hangs from the button of a menu. */
export default function MenuPanel({ hung, look }: { hung: LazyTrigger; look: MenuLook }) {
  const { align = "end", side, label, className, children } = look;
  // Radix has not seen the key that opened the first menu: it was pressed before its code was there.
  const enter = ({ target, currentTarget }: FocusEvent<HTMLElement>) => {
    if (!hung.byKey.current || target !== currentTarget) return;
    hung.byKey.current = false;
    currentTarget.querySelector<HTMLElement>('[role="menuitem"]:not([data-disabled])')?.focus();
  };
  return (
    <Radix.Root modal={false} open={hung.open} onOpenChange={hung.onOpenChange}>
      <Radix.Trigger asChild>
        <AnchorSlot anchor={hung.anchor} />
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          id={hung.panelId}
          align={align}
          {...(side && { side })}
          sideOffset={6}
          collisionPadding={8}
          aria-label={label}
          aria-labelledby={hung.triggerId}
          className={cn(POPOVER_CLASS, className)}
          onFocus={enter}
        >
          <MenuParts value={PARTS}>{children}</MenuParts>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
