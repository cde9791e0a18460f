"use client";

import type { LucideIcon } from "lucide-react";
import type * as Radix from "radix-ui/dropdown-menu";
import {
  type ComponentProps,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useContext,
} from "react";
import { cn } from "./cn";
import { LazyPart } from "./lazy";
import { type Trigger, useLazyTrigger } from "./lazy-trigger";
import type { MenuLook } from "./menu-panel";
import { MenuParts } from "./menu-parts";

const ITEM =
  "flex h-8 select-none items-center gap-2.5 rounded-chip px-2.5 outline-none data-highlighted:bg-subtle data-disabled:text-ink-3 max-md:h-11 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-ink-3";

const fetchPanel = () => import("./menu-panel").then((one) => one.default);

interface DropdownMenuProps extends MenuLook {
  /** The button that opens it. */
  trigger: Trigger;
}

/** A menu of actions that hangs from a button. Its code is fetched when the button is meant. */
export function DropdownMenu({ trigger, ...look }: DropdownMenuProps) {
  const { open, turn, hung, button, giveUp } = useLazyTrigger("menu", fetchPanel);
  const point = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0 || event.ctrlKey) return;
    // The focus is for the menu.
    if (!open) event.preventDefault();
    turn(!open, event);
  };
  const press = (event: KeyboardEvent<HTMLElement>) => {
    if (!["Enter", " ", "ArrowDown"].includes(event.key)) return;
    event.preventDefault();
    turn(event.key === "ArrowDown" || !open, event);
  };
  return (
    <>
      {button(trigger, { onPointerDown: point, onKeyDown: press })}
      {hung && <LazyPart part={fetchPanel} given={{ hung, look }} onFailed={giveUp} />}
    </>
  );
}

interface ItemProps extends ComponentProps<typeof Radix.Item> {
  icon?: LucideIcon;
  danger?: boolean;
}

/** One action; with `asChild` its child is a link. */
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

/** A line between groups of actions. */
export function MenuLine() {
  const parts = useContext(MenuParts);
  return parts && <parts.Separator className="my-1 border-edge border-t" />;
}

/** What the actions below it are about. */
export function MenuHead({ children }: { children: ReactNode }) {
  const parts = useContext(MenuParts);
  return parts && <parts.Label className="px-2.5 py-1.5 text-ink-3 text-meta">{children}</parts.Label>;
}
