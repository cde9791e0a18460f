import type * as Radix from "radix-ui/dropdown-menu";
import { createContext } from "react";

/** The panel that menus share. */
export const POPOVER_CLASS =
  "z-50 min-w-44 animate-fade-in rounded-field border border-edge bg-surface p-1 text-body text-ink shadow-pop outline-none";

/** What the items of a menu are made of. An open menu gives it to them: its code is fetched when a menu is meant. */
export const MenuParts = createContext<Pick<typeof Radix, "Item" | "Separator" | "Label"> | undefined>(
  undefined,
);
