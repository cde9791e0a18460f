"use client";

import { usePathname } from "next/navigation";
import { Ellipsis, LogOut, Search } from "@/components/ui/icons/icons";
import type { MemberRole } from "@/lib/core/roles";
import { cn } from "../../ui/display/cn";
import { Link } from "../../ui/display/link";
import { DropdownMenu, MenuItem, MenuSeparator } from "../../ui/overlays/dropdown-menu";
import { openCommands } from "../commands/commands";
import { type FirstEvent, useAttentionCounts, useEventHead } from "../event-head";
import {
  EVENT_NAV_ITEMS,
  isCurrentPath,
  isVisibleTo,
  listOwnNavItems,
  MONEY_PATHS,
  type NavItem,
  navHref,
} from "../nav-items";
import type { FrameMember } from "./frame-member";
import { handleSignOut } from "./member-menu";
import { AttentionBadge } from "./nav-link";
import { OrganisationItems } from "./organisation-items";
import * as texts from "./texts";

const TAB =
  "relative flex min-h-14 flex-1 flex-col items-center justify-center gap-0.5 rounded-chip font-medium text-axis text-ink-2 focus-visible:-outline-offset-2";

interface Tab {
  item: NavItem;
  href: string;
  current: boolean;
  waiting?: number | undefined;
}

/** An event's pages without a tab. */
const IN_MORE = ["/expected-payments", "/webhooks", "/details"];

/** Tabs of an event: Live, Terminals, Operators and Money. The other items are in the More menu. */
function eventTabs(
  sessionId: string,
  pathname: string,
  waiting: Record<string, number>,
  closed: boolean,
): Tab[] {
  const isCurrent = (item: NavItem) => isCurrentPath(pathname, navHref(sessionId, item));
  const isMoney = ({ path }: NavItem) => MONEY_PATHS.includes(path);
  const isMoneyCurrent = EVENT_NAV_ITEMS.some((item) => isMoney(item) && isCurrent(item));
  return EVENT_NAV_ITEMS.filter(({ path }) => path !== "/reconciliation" && !IN_MORE.includes(path)).map(
    (item) => {
      const name = isMoney(item) ? texts.money : item.path === "" && closed ? texts.overview : item.name;
      return {
        item: { ...item, name },
        href: navHref(sessionId, item),
        current: isMoney(item) ? isMoneyCurrent : isCurrent(item),
        waiting: isMoney(item) ? waiting["/reconciliation"] : waiting[item.path],
      };
    },
  );
}

const ownTabs = (role: MemberRole, pathname: string): Tab[] =>
  listOwnNavItems(role).map((item) => ({
    item,
    href: item.path,
    current: isCurrentPath(pathname, item.path),
  }));

/** Navigation in the phone layout. */
export function BottomTabs({ member, first }: { member: FrameMember; first: FirstEvent | undefined }) {
  const pathname = usePathname();
  const { sessionId, event } = useEventHead(first);
  const waiting = useAttentionCounts(sessionId);
  const all = sessionId
    ? eventTabs(sessionId, pathname, waiting, event?.status === "closed")
    : ownTabs(member.role, pathname);
  const tabs = all.filter(({ item }) => isVisibleTo(member.role)(item));
  return (
    <nav
      aria-label={texts.main}
      className="fixed inset-x-0 bottom-0 z-30 flex border-edge border-t bg-surface px-2 pb-[env(safe-area-inset-bottom)] md:hidden print:hidden"
    >
      {tabs.map(({ item: { name, icon: Icon }, href, current, waiting: count = 0 }) => (
        <Link
          key={href}
          href={href}
          aria-current={current ? "page" : undefined}
          className={cn(TAB, current && "text-ink")}
        >
          <Icon aria-hidden className="size-5" strokeWidth={current ? 2.25 : 1.75} />
          {name}
          {count > 0 && <AttentionBadge count={count} className="absolute top-1 left-[calc(50%+6px)]" />}
        </Link>
      ))}
      <More member={member} sessionId={sessionId} />
    </nav>
  );
}

function More({ member, sessionId }: { member: FrameMember; sessionId: string | undefined }) {
  const others = EVENT_NAV_ITEMS.filter(({ path }) => IN_MORE.includes(path) && sessionId);
  const own = sessionId ? listOwnNavItems(member.role) : [];
  return (
    <DropdownMenu
      label={texts.more}
      side="top"
      className="w-60"
      trigger={
        <button type="button" className={TAB}>
          <Ellipsis aria-hidden className="size-5" />
          {texts.more}
        </button>
      }
    >
      {others.filter(isVisibleTo(member.role)).map((item) => (
        <MoreItem key={item.path} item={item} href={navHref(sessionId ?? "", item)} />
      ))}
      {sessionId && <MenuSeparator />}
      {own.map((item) => (
        <MoreItem key={item.path} item={item} href={item.path} />
      ))}
      <MenuItem icon={Search} onSelect={openCommands}>
        {texts.searchAndCommands}
      </MenuItem>
      <OrganisationItems organisations={member.organisations} />
      <MenuSeparator />
      <MenuItem icon={LogOut} onSelect={handleSignOut}>
        {texts.signOut}
      </MenuItem>
    </DropdownMenu>
  );
}

function MoreItem({ item: { name, icon: Icon }, href }: { item: NavItem; href: string }) {
  return (
    <MenuItem asChild>
      <Link href={href}>
        <Icon aria-hidden />
        {name}
      </Link>
    </MenuItem>
  );
}
