"use client";

import * as Radix from "radix-ui/dropdown-menu";
import type { FocusEvent, ReactNode } from "react";
import { cn } from "../display/cn";
import { AnchorSlot, type LazyTrigger } from "./lazy-trigger";
import { MenuParts, POPOVER_CLASS } from "./menu-parts";
import * as texts from "./texts";

export interface MenuPanelProps {
  label?: string | undefined;
  align?: "start" | "center" | "end" | undefined;
  side?: "top" | "bottom" | undefined;
  className?: string | undefined;
  children: ReactNode;
}

const PARTS = { Item: Radix.Item, Separator: Radix.Separator, Label: Radix.Label };

/** The panel of a menu. */
export default function MenuPanel({ lazyTrigger, look }: { lazyTrigger: LazyTrigger; look: MenuPanelProps }) {
  const { align = "end", side, label, className, children } = look;
  // Radix missed the key press that opened the menu, because its code was not loaded yet.
  const focusFirstItem = ({ target, currentTarget }: FocusEvent<HTMLElement>) => {
    if (!lazyTrigger.openedByKey.current || target !== currentTarget) return;
    lazyTrigger.openedByKey.current = false;
    currentTarget.querySelector<HTMLElement>('[role^="menuitem"]:not([data-disabled])')?.focus();
  };
  return (
    <Radix.Root modal={false} open={lazyTrigger.open} onOpenChange={lazyTrigger.onOpenChange}>
      <Radix.Trigger asChild>
        <AnchorSlot anchor={lazyTrigger.anchor} />
      </Radix.Trigger>
      <Radix.Portal>
        {/* A landmark, because the menu is outside those of the page. */}
        <section aria-label={label ?? texts.menu}>
          <Radix.Content
            id={lazyTrigger.panelId}
            align={align}
            {...(side && { side })}
            sideOffset={6}
            collisionPadding={8}
            aria-label={label}
            aria-labelledby={lazyTrigger.triggerId}
            className={cn(POPOVER_CLASS, className)}
            onFocus={focusFirstItem}
          >
            <MenuParts value={PARTS}>{children}</MenuParts>
          </Radix.Content>
        </section>
      </Radix.Portal>
    </Radix.Root>
  );
}
