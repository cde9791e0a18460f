"use client";

import { Search } from "lucide-react";
import { usePathname } from "next/navigation";
import { may } from "@/lib/core/roles";
import { Button } from "../ui/button";
import { Chip } from "../ui/chip";
import { Link } from "../ui/link";
import { Logo } from "../ui/logo";
import { useLayout } from "../ui/use-layout";
import { openCommands } from "./commands";
import { type ShownEvent, useEventHead, useWaiting } from "./event-head";
import { EventSwitcher } from "./event-switcher";
import { MemberMenu } from "./member-menu";
import { NavLink } from "./nav-link";
import { DEVELOPERS, EVENT_NAV_ITEMS, EVENTS, isAt, type NavItem, navHref, SETTINGS } from "./navigation";
import type { ShownMember } from "./shown-member";

interface SidebarProps {
  member: ShownMember;
  /** The event of the page that was asked for. */
  first: ShownEvent | undefined;
}

/** The way about: the organisation's places above, the event's below, the reader at the foot. */
export function Sidebar({ member, first }: SidebarProps) {
  const pathname = usePathname();
  const { isPhone } = useLayout();
  if (isPhone) return null;
  const mayVisit = ({ needs }: NavItem) => !needs || may(member.role, needs);
  const link = (place: NavItem) => (
    <NavLink key={place.path} place={place} href={place.path} current={isAt(pathname, place.path)} />
  );
  return (
    <div className="fixed inset-y-0 left-0 z-30 flex w-14 flex-col border-edge border-r bg-sidebar max-md:hidden xl:w-[220px] print:hidden">
      <header className="flex h-14 shrink-0 items-center gap-2 px-4 max-xl:h-auto max-xl:flex-col max-xl:px-0 max-xl:py-3.5">
        <Link href="/events" className="flex items-center gap-2.5 rounded-chip">
          <Logo className="size-6" />
          <span aria-hidden className="font-semibold text-[15px] tracking-[-0.01em] max-xl:hidden">
            Takings
          </span>
        </Link>
        {member.sandbox && (
          <Chip tone="outlined" className="h-[18px] px-1.5 max-xl:hidden" title="No real money moves here">
            Test
          </Chip>
        )}
        <Button
          tone="ghost"
          size="small"
          square
          className="text-ink-2 xl:-mr-1 xl:ml-auto"
          aria-label="Search and commands"
          aria-keyshortcuts="Control+K Meta+K"
          onClick={openCommands}
        >
          <Search aria-hidden className="size-4" />
        </Button>
      </header>
      <nav
        aria-label="Main"
        className="flex min-h-0 flex-1 flex-col gap-px overflow-y-auto px-3 pt-0.5 pb-3 max-xl:items-center max-xl:px-2"
      >
        {[EVENTS, DEVELOPERS].filter(mayVisit).map(link)}
        <EventPart first={first} mayVisit={mayVisit} pathname={pathname} />
        <div className="mt-auto flex flex-col gap-px pt-6">{link(SETTINGS)}</div>
      </nav>
      <MemberMenu member={member} />
    </div>
  );
}

interface EventPartProps {
  first: ShownEvent | undefined;
  pathname: string;
  mayVisit: (place: NavItem) => boolean;
}

function EventPart({ first, pathname, mayVisit }: EventPartProps) {
  const { sessionId, event } = useEventHead(first);
  const waiting = useWaiting(sessionId);
  if (!sessionId) return null;
  return (
    <>
      <p className="px-2 pt-5 pb-2 text-ink-2 text-meta max-xl:sr-only">Event</p>
      <EventSwitcher event={event} />
      <span className="h-1.5" />
      {EVENT_NAV_ITEMS.filter(mayVisit).map((place) => {
        const href = navHref(sessionId, place);
        const shown =
          place.path === "" && event?.status === "closed" ? { ...place, name: "Overview" } : place;
        return (
          <NavLink
            key={place.path}
            place={shown}
            href={href}
            current={isAt(pathname, href)}
            waiting={waiting[place.path]}
          />
        );
      })}
    </>
  );
}
