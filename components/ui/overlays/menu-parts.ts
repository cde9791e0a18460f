import type * as Radix from "radix-ui/dropdown-menu";
import { createContext } from "react";

/** Classes of menu and popover panels. */
export const POPOVER_CLASS =
  "z-50 min-w-44 animate-fade-in rounded-field border border-edge bg-surface p-1 text-body text-ink shadow-pop outline-none";

/** The Radix components of menu items, provided by an open menu, because their code is loaded on demand. */
export const MenuParts = createContext<Pick<typeof Radix, "Item" | "Separator" | "Label"> | undefined>(
  undefined,
);
