import {
  Activity,
  BanknoteArrowDown,
  BookOpen,
  Calculator,
  CalendarDays,
  ClipboardCheck,
  CodeXml,
  type IconType,
  Scale,
  SlidersHorizontal,
  Users,
  Webhook,
} from "@/components/ui/icons/icons";
import { type MemberRole, type Permission, roleHasPermission } from "@/lib/core/roles";
import * as texts from "./texts";

export interface NavItem {
  name: string;
  /** Relative to the event's path for an event's item, otherwise absolute. */
  path: string;
  icon: IconType;
  /** Shortcut key after `g`. */
  key?: string;
  needs?: Permission;
}

const EVENTS: NavItem = { name: texts.events, path: "/events", icon: CalendarDays };
const DEVELOPERS: NavItem = {
  name: texts.developers,
  path: "/developers/keys",
  icon: CodeXml,
  needs: "see_webhooks",
};
/** The documentation of the API, outside the dashboard. */
export const API_REFERENCE: NavItem = {
  name: texts.apiReference,
  path: "/docs/reference",
  icon: BookOpen,
  needs: "see_webhooks",
};
export const SETTINGS: NavItem = { name: texts.settings, path: "/settings", icon: SlidersHorizontal };

/** Whether a role may see a nav item. */
export const isVisibleTo =
  (role: MemberRole) =>
  ({ needs }: NavItem): boolean =>
    !needs || roleHasPermission(role, needs);

/** The organisation's nav items of a role; Developers leads to the first of its pages that the role may see. */
export function listOwnNavItems(role: MemberRole): NavItem[] {
  const developers = roleHasPermission(role, "manage_keys")
    ? DEVELOPERS
    : { ...DEVELOPERS, path: "/developers/webhooks" };
  return [EVENTS, developers, SETTINGS].filter(isVisibleTo(role));
}

/** The nav items of an event, in the order of the sidebar. The first is shown as Overview once the event is closed. */
export const EVENT_NAV_ITEMS: readonly NavItem[] = [
  { name: texts.live, path: "", icon: Activity, key: "l" },
  { name: texts.terminals, path: "/terminals", icon: Calculator, key: "t" },
  { name: texts.operators, path: "/operators", icon: Users, key: "o" },
  { name: texts.expectedPayments, path: "/expected-payments", icon: ClipboardCheck, key: "p" },
  { name: texts.reconciliation, path: "/reconciliation", icon: Scale, key: "r", needs: "see_money" },
  { name: texts.settlement, path: "/settlement", icon: BanknoteArrowDown, key: "s", needs: "see_money" },
  { name: texts.webhooks, path: "/webhooks", icon: Webhook, key: "w", needs: "see_webhooks" },
  { name: texts.details, path: "/details", icon: CalendarDays, key: "d" },
];

/** The pages of an event that share the tab Money in the phone layout, in its order. */
export const MONEY_PATHS = ["/settlement", "/reconciliation"];

/** Returns the event's id in a path; `undefined` for the organisation's pages. */
export function findSessionId(pathname: string): string | undefined {
  return /^\/events\/(ses_[0-9a-z]+)(?:\/|$)/i.exec(pathname)?.[1];
}

/** Returns the path of an event's nav item. */
export function navHref(sessionId: string, { path }: NavItem): string {
  return `/events/${sessionId}${path}`;
}

/** Whether a path belongs to a nav item. An event's first item and Events match exactly; the others include subpages. */
export function isCurrentPath(pathname: string, href: string): boolean {
  const sessionId = findSessionId(href);
  if (sessionId && href === `/events/${sessionId}`) return pathname === href;
  if (href === EVENTS.path) return pathname === href || pathname === "/events/compare";
  const root = href.startsWith("/developers/") ? "/developers" : href;
  return pathname === root || pathname.startsWith(`${root}/`);
}
