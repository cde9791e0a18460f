import { type MemberRole, roleHasPermission } from "@/lib/core/roles";
import { EVENT_NAV_ITEMS, navHref } from "../nav-items";

/** The action of a keyboard shortcut. */
export type ShortcutAction =
  | { kind: "search" }
  | { kind: "keys" }
  | { kind: "go"; href: string }
  | { kind: "move"; by: 1 | -1 }
  | { kind: "action"; key: string };

interface KeyPress {
  key: string;
  /** Whether `g` was pressed just before. */
  afterGo: boolean;
  sessionId: string | undefined;
  role: MemberRole;
}

/** Returns the action of a single key or of a key after `g`; `undefined` if there is none. */
export function shortcutAction({ key, afterGo, sessionId, role }: KeyPress): ShortcutAction | undefined {
  if (afterGo) {
    const item = EVENT_NAV_ITEMS.find(
      (one) => one.key === key && (!one.needs || roleHasPermission(role, one.needs)),
    );
    return item && sessionId ? { kind: "go", href: navHref(sessionId, item) } : undefined;
  }
  if (key === "/") return { kind: "search" };
  if (key === "?") return { kind: "keys" };
  if (key === "j") return { kind: "move", by: 1 };
  if (key === "k") return { kind: "move", by: -1 };
  return /^[a-z]$/.test(key) && key !== "g" ? { kind: "action", key } : undefined;
}
