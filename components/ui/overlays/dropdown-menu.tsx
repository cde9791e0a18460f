"use client";

import type * as Radix from "radix-ui/dropdown-menu";
import {
  type ComponentProps,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useContext,
} from "react";
import type { IconType } from "@/components/ui/icons/icons";
import { cn } from "../display/cn";
import { LazyPart } from "./lazy";
import { type Trigger, useLazyTrigger } from "./lazy-trigger";
import type { MenuPanelProps } from "./menu-panel";
import { MenuParts } from "./menu-parts";

const ITEM =
  "flex h-8 select-none items-center gap-2.5 rounded-chip px-2.5 outline-none data-highlighted:bg-subtle data-disabled:text-ink-3 max-md:h-11 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-ink-3";

const fetchPanel = () => import("./menu-panel").then((module) => module.default);

interface DropdownMenuProps extends MenuPanelProps {
  /** The button that opens the menu. */
  trigger: Trigger;
}

/** A menu of actions. Its code is loaded when the button is hovered or focused. */
export function DropdownMenu({ trigger, ...look }: DropdownMenuProps) {
  const { open, setOpenBy, lazyTrigger, button, reset } = useLazyTrigger("menu", fetchPanel);
  const handlePointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0 || event.ctrlKey) return;
    // The menu takes the focus.
    if (!open) event.preventDefault();
    setOpenBy(!open, event);
  };
  const handleKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (!["Enter", " ", "ArrowDown"].includes(event.key)) return;
    event.preventDefault();
    setOpenBy(event.key === "ArrowDown" || !open, event);
  };
  return (
    <>
      {button(trigger, { onPointerDown: handlePointerDown, onKeyDown: handleKeyDown })}
      {lazyTrigger && <LazyPart part={fetchPanel} given={{ lazyTrigger, look }} onFailed={reset} />}
    </>
  );
}

interface ItemProps extends ComponentProps<typeof Radix.Item> {
  icon?: IconType;
  danger?: boolean;
}

/** A menu item; with `asChild` its child is a link. */
export function MenuItem({ icon: Icon, danger, className, asChild, children, ...rest }: ItemProps) {
  const parts = useContext(MenuParts);
  if (!parts) return null;
  return (
    <parts.Item
      {...rest}
      {...(asChild && { asChild })}
      className={cn(ITEM, danger && "text-red [&_svg]:text-red", className)}
    >
      {asChild ? (
        children
      ) : (
        <>
          {Icon && <Icon aria-hidden />}
          {children}
        </>
      )}
    </parts.Item>
  );
}

/** A separator between groups of items. */
export function MenuSeparator() {
  const parts = useContext(MenuParts);
  return parts && <parts.Separator className="my-1 border-edge border-t" />;
}

/** A heading of a group of items. */
export function MenuLabel({ children }: { children: ReactNode }) {
  const parts = useContext(MenuParts);
  return parts && <parts.Label className="px-2.5 py-1.5 text-ink-3 text-meta">{children}</parts.Label>;
}
