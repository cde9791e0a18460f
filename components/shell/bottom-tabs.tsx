"use client";

import { Ellipsis, LogOut, Search } from "lucide-react";
import { usePathname } from "next/navigation";
import { may } from "@/lib/core/roles";
import { cn } from "../ui/cn";
import { DropdownMenu, MenuItem, MenuLine } from "../ui/dropdown-menu";
import { Link } from "../ui/link";
import { openCommands } from "./commands";
import { type ShownEvent, useEventHead, useWaiting } from "./event-head";
import { leave } from "./member-menu";
import { WaitingCount } from "./nav-link";
import { DEVELOPERS, EVENT_NAV_ITEMS, EVENTS, isAt, type NavItem, navHref, SETTINGS } from "./navigation";
import { OrganisationItems } from "./organisation-items";
import type { ShownMember } from "./shown-member";

const TAB =
  "relative flex min-h-14 flex-1 flex-col items-center justify-center gap-0.5 rounded-chip font-medium text-axis text-ink-2 focus-visible:-outline-offset-2";

interface Tab {
  place: NavItem;
  href: string;
  current: boolean;
  waiting?: number | undefined;
}

/** Live, Terminals, Operators and Money; what is in neither stands under More. */
function eventTabs(
  sessionId: string,
  pathname: string,
  waiting: Record<string, number>,
  closed: boolean,
): Tab[] {
  const at = (place: NavItem) => isAt(pathname, navHref(sessionId, place));
  return EVENT_NAV_ITEMS.filter(({ path }) => path !== "/reconciliation" && path !== "/webhooks").map(
    (place) => {
      const isMoney = place.path === "/settlement";
      const money = isMoney && EVENT_NAV_ITEMS.some((other) => other.path === "/reconciliation" && at(other));
      const name = isMoney ? "Money" : place.path === "" && closed ? "Overview" : place.name;
      return {
        place: { ...place, name },
        href: navHref(sessionId, place),
        current: at(place) || money,
        waiting: isMoney ? waiting["/reconciliation"] : waiting[place.path],
      };
    },
  );
}

const ownTabs = (pathname: string): Tab[] =>
  [EVENTS, DEVELOPERS, SETTINGS].map((place) => ({
    place,
    href: place.path,
    current: isAt(pathname, place.path),
  }));

/** The way about on a phone. */
export function BottomTabs({ member, first }: { member: ShownMember; first: ShownEvent | undefined }) {
  const pathname = usePathname();
  const { sessionId, event } = useEventHead(first);
  const waiting = useWaiting(sessionId);
  const all = sessionId
    ? eventTabs(sessionId, pathname, waiting, event?.status === "closed")
    : ownTabs(pathname);
  const tabs = all.filter(({ place }) => !place.needs || may(member.role, place.needs));
  return (
    <nav
      aria-label="Main"
      className="fixed inset-x-0 bottom-0 z-30 flex border-edge border-t bg-surface px-2 pb-[env(safe-area-inset-bottom)] md:hidden print:hidden"
    >
      {tabs.map(({ place: { name, icon: Icon }, href, current, waiting: count = 0 }) => (
        <Link
          key={href}
          href={href}
          aria-current={current ? "page" : undefined}
          className={cn(TAB, current && "text-ink")}
        >
          <Icon aria-hidden className="size-5" strokeWidth={current ? 2.25 : 1.75} />
          {name}
          {count > 0 && <WaitingCount count={count} className="absolute top-1 left-[calc(50%+6px)]" />}
        </Link>
      ))}
      <More member={member} sessionId={sessionId} />
    </nav>
  );
}

function More({ member, sessionId }: { member: ShownMember; sessionId: string | undefined }) {
  const webhooks = EVENT_NAV_ITEMS.filter(({ path }) => path === "/webhooks" && sessionId);
  const own = sessionId ? [EVENTS, DEVELOPERS, SETTINGS] : [];
  const mayVisit = ({ needs }: NavItem) => !needs || may(member.role, needs);
  return (
    <DropdownMenu
      label="More"
      side="top"
      className="w-60"
      trigger={
        <button type="button" className={TAB}>
          <Ellipsis aria-hidden className="size-5" />
          More
        </button>
      }
    >
      {webhooks.filter(mayVisit).map((place) => (
        <MorePlace key={place.path} place={place} href={navHref(sessionId ?? "", place)} />
      ))}
      {sessionId && <MenuLine />}
      {own.filter(mayVisit).map((place) => (
        <MorePlace key={place.path} place={place} href={place.path} />
      ))}
      <MenuItem icon={Search} onSelect={openCommands}>
        Search and commands
      </MenuItem>
      <OrganisationItems organisations={member.organisations} />
      <MenuLine />
      <MenuItem icon={LogOut} onSelect={leave}>
        Sign out
      </MenuItem>
    </DropdownMenu>
  );
}

function MorePlace({ place: { name, icon: Icon }, href }: { place: NavItem; href: string }) {
  return (
    <MenuItem asChild>
      <Link href={href}>
        <Icon aria-hidden />
        {name}
      </Link>
    </MenuItem>
  );
}
