import {
  Activity,
  BanknoteArrowDown,
  Calculator,
  CalendarDays,
  CodeXml,
  type LucideIcon,
  Scale,
  SlidersHorizontal,
  Users,
  Webhook,
} from "lucide-react";
import type { Permission } from "@/lib/core/roles";

export interface NavItem {
  name: string;
  /** Below the event's own address for a place of an event, else the whole path. */
  path: string;
  icon: LucideIcon;
  /** Pressed after `g`. */
  key?: string;
  needs?: Permission;
}

export const EVENTS: NavItem = { name: "Events", path: "/events", icon: CalendarDays };
export const DEVELOPERS: NavItem = {
  name: "Developers",
  path: "/developers/keys",
  icon: CodeXml,
  needs: "manage_keys",
};
export const SETTINGS: NavItem = { name: "Settings", path: "/settings", icon: SlidersHorizontal };

/** The places of an event, in the order of the sidebar. The first is called Overview once it is closed. */
export const EVENT_NAV_ITEMS: readonly NavItem[] = [
  { name: "Live", path: "", icon: Activity, key: "l" },
  { name: "Terminals", path: "/terminals", icon: Calculator, key: "t" },
  { name: "Operators", path: "/operators", icon: Users, key: "o" },
  { name: "Reconciliation", path: "/reconciliation", icon: Scale, key: "r", needs: "see_money" },
  { name: "Settlement", path: "/settlement", icon: BanknoteArrowDown, key: "s", needs: "see_money" },
  { name: "Webhooks", path: "/webhooks", icon: Webhook, key: "w", needs: "see_webhooks" },
];

/** The event whose pages a path is of; `undefined` for the organisation's own pages. */
export function sessionIn(pathname: string): string | undefined {
  return /^\/events\/(ses_[0-9a-z]+)(?:\/|$)/i.exec(pathname)?.[1];
}

/** Where a place of an event is. */
export function navHref(sessionId: string, { path }: NavItem): string {
  return `/events/${sessionId}${path}`;
}

/** Whether a page belongs to a place: the event's first place is only itself, Developers is all that is below it. */
export function isAt(pathname: string, href: string): boolean {
  const sessionId = sessionIn(href);
  if (sessionId && href === `/events/${sessionId}`) return pathname === href;
  if (href === EVENTS.path) return pathname === href;
  const root = href === DEVELOPERS.path ? "/developers" : href;
  return pathname === root || pathname.startsWith(`${root}/`);
}
