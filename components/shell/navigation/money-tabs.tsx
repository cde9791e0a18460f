"use client";

import { usePathname } from "next/navigation";
import { type MemberRole, roleHasPermission } from "@/lib/core/roles";
import { SegmentedLinks } from "../../ui/forms/segmented";
import { EVENT_NAV_ITEMS, findSessionId, MONEY_PATHS, navHref } from "../nav-items";
import * as texts from "./texts";

const TABS = MONEY_PATHS.flatMap((path) => EVENT_NAV_ITEMS.filter((item) => item.path === path));

/** In the phone layout, the two tabs of Money: Settlement and Reconciliation. */
export function MoneyTabs({ role }: { role: MemberRole }) {
  const pathname = usePathname();
  const sessionId = findSessionId(pathname);
  if (!sessionId || !roleHasPermission(role, "see_money")) return null;
  const choices = TABS.map((item) => ({ href: navHref(sessionId, item), label: item.name }));
  if (!choices.some(({ href }) => href === pathname)) return null;
  return (
    <div className="pt-3 md:hidden print:hidden">
      <SegmentedLinks label={texts.money} current={pathname} className="flex w-full" choices={choices} />
    </div>
  );
}
