import { type MemberRole, may } from "@/lib/core/roles";
import { EVENT_NAV_ITEMS, navHref } from "./navigation";

/** What a key asks for. */
export type ShortcutAction =
  | { kind: "search" }
  | { kind: "keys" }
  | { kind: "go"; href: string }
  | { kind: "move"; by: 1 | -1 }
  | { kind: "action"; key: string };

interface Pressed {
  key: string;
  /** Whether `g` was pressed just before. */
  afterGo: boolean;
  sessionId: string | undefined;
  role: MemberRole;
}

/** What a single key, or one after `g`, asks for; `undefined` where it asks for nothing. */
export function shortcutAction({ key, afterGo, sessionId, role }: Pressed): ShortcutAction | undefined {
  if (afterGo) {
    const place = EVENT_NAV_ITEMS.find((one) => one.key === key && (!one.needs || may(role, one.needs)));
    return place && sessionId ? { kind: "go", href: navHref(sessionId, place) } : undefined;
  }
  if (key === "/") return { kind: "search" };
  if (key === "?") return { kind: "keys" };
  if (key === "j") return { kind: "move", by: 1 };
  if (key === "k") return { kind: "move", by: -1 };
  return /^[a-z]$/.test(key) && key !== "g" ? { kind: "action", key } : undefined;
}

/** The list of keys, for the dialog that shows it. */
export const KEY_LIST: readonly { keys: readonly string[]; does: string }[] = [
  { keys: ["Ctrl", "K"], does: "Places, events and actions (⌘ K on a Mac)" },
  { keys: ["/"], does: "Search the page" },
  ...EVENT_NAV_ITEMS.map(({ key = "", name }) => ({ keys: ["g", key], does: `Go to ${name}` })),
  { keys: ["j"], does: "Next row" },
  { keys: ["k"], does: "Row above" },
  { keys: ["Enter"], does: "Open the row" },
  { keys: ["e"], does: "Export" },
  { keys: ["p"], does: "Pause the list" },
  { keys: ["Esc"], does: "Close what is open" },
  { keys: ["?"], does: "This list" },
];
