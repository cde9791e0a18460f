"use client";

import { usePathname } from "next/navigation";
import { type MemberRole, type Permission, roleHasPermission } from "@/lib/core/roles";
import { Tabs } from "../ui/display/tabs";
import * as texts from "./texts";

/** A tab, and the permissions of which a role needs one; everyone sees a tab without any. */
const TABS: readonly { href: string; label: string; needs: readonly Permission[] }[] = [
  { href: "/settings", label: texts.account, needs: [] },
  { href: "/settings/alerts", label: texts.alerts, needs: [] },
  { href: "/settings/profile", label: texts.profile, needs: [] },
  { href: "/settings/members", label: texts.members, needs: ["manage_members"] },
  {
    href: "/settings/collection",
    label: texts.banksAndDevices,
    needs: ["manage_connections", "manage_terminals", "refund_payments"],
  },
  { href: "/settings/audit", label: texts.auditLog, needs: ["see_audit"] },
];

/** The tabs of Settings that a role may see. */
export function SettingsTabs({ role }: { role: MemberRole }) {
  const tabs = TABS.filter(
    ({ needs }) => needs.length === 0 || needs.some((one) => roleHasPermission(role, one)),
  );
  return <Tabs label={texts.settings} tabs={tabs} current={usePathname()} />;
}
