"use client";

import { usePathname } from "next/navigation";
import { Search } from "@/components/ui/icons/icons";
import { useLayout } from "../../ui/browser/use-layout";
import { Chip } from "../../ui/display/chip";
import { Link } from "../../ui/display/link";
import { Logo } from "../../ui/display/logo";
import { Button } from "../../ui/forms/button";
import { openCommands } from "../commands/commands";
import { type FirstEvent, useAttentionCounts, useEventHead } from "../event-head";
import {
  API_REFERENCE,
  EVENT_NAV_ITEMS,
  isCurrentPath,
  isVisibleTo,
  listOwnNavItems,
  type NavItem,
  navHref,
  SETTINGS,
} from "../nav-items";
import { EventSwitcher } from "./event-switcher";
import type { FrameMember } from "./frame-member";
import { MemberMenu } from "./member-menu";
import { NavLink } from "./nav-link";
import * as texts from "./texts";

interface SidebarProps {
  member: FrameMember;
  /** The event of the requested page, loaded by the server. */
  first: FirstEvent | undefined;
}

/** Navigation in the wide layout: organisation items, event items and the member menu. */
export function Sidebar({ member, first }: SidebarProps) {
  const pathname = usePathname();
  const { isPhone } = useLayout();
  if (isPhone) return null;
  const link = (item: NavItem) => (
    <NavLink key={item.path} item={item} href={item.path} current={isCurrentPath(pathname, item.path)} />
  );
  return (
    <div className="fixed inset-y-0 left-0 z-30 flex w-14 flex-col border-edge border-r bg-sidebar max-md:hidden xl:w-[220px] print:hidden">
      <header className="flex h-14 shrink-0 items-center gap-2 px-4 max-xl:h-auto max-xl:flex-col max-xl:px-0 max-xl:py-3.5">
        <Link href="/events" className="flex items-center gap-2.5 rounded-chip">
          <Logo className="size-6" />
          <span aria-hidden className="font-semibold text-[15px] tracking-[-0.01em] max-xl:hidden">
            {texts.takings}
          </span>
        </Link>
        {member.sandbox && (
          <Chip tone="outlined" className="h-[18px] px-1.5 max-xl:hidden" title={texts.noRealMoneyMovesHere}>
            {texts.test}
          </Chip>
        )}
        <Button
          tone="ghost"
          size="small"
          square
          className="text-ink-2 xl:-mr-1 xl:ml-auto"
          aria-label={texts.searchAndCommands}
          aria-keyshortcuts="Control+K Meta+K"
          onClick={openCommands}
        >
          <Search aria-hidden className="size-4" />
        </Button>
      </header>
      <nav
        aria-label={texts.main}
        className="flex min-h-0 flex-1 flex-col gap-px overflow-y-auto px-3 pt-0.5 pb-3 max-xl:items-center max-xl:px-2"
      >
        {listOwnNavItems(member.role)
          .filter((item) => item !== SETTINGS)
          .map(link)}
        <EventPart first={first} isAllowed={isVisibleTo(member.role)} pathname={pathname} />
        <div className="mt-auto flex flex-col gap-px pt-6">
          {isVisibleTo(member.role)(API_REFERENCE) && link(API_REFERENCE)}
          {link(SETTINGS)}
        </div>
      </nav>
      <MemberMenu member={member} />
    </div>
  );
}

interface EventPartProps {
  first: FirstEvent | undefined;
  pathname: string;
  isAllowed: (item: NavItem) => boolean;
}

function EventPart({ first, pathname, isAllowed }: EventPartProps) {
  const { sessionId, event } = useEventHead(first);
  const waiting = useAttentionCounts(sessionId);
  if (!sessionId) return null;
  return (
    <>
      <p className="px-2 pt-5 pb-2 text-ink-2 text-meta max-xl:sr-only">{texts.eventLabel}</p>
      <EventSwitcher event={event} />
      <span className="h-1.5" />
      {EVENT_NAV_ITEMS.filter(isAllowed).map((item) => {
        const href = navHref(sessionId, item);
        const shown =
          item.path === "" && event?.status === "closed" ? { ...item, name: texts.overview } : item;
        return (
          <NavLink
            key={item.path}
            item={shown}
            href={href}
            current={isCurrentPath(pathname, href)}
            waiting={waiting[item.path]}
          />
        );
      })}
    </>
  );
}
