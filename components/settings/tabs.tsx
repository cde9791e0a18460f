"use client";

import { usePathname } from "next/navigation";
import { type MemberRole, type Permission, roleHasPermission } from "@/lib/core/roles";
import { Tabs } from "../ui/display/tabs";

/** A tab, and the permissions of which a role needs one; everyone sees a tab without any. */
const TABS: readonly { href: string; label: string; needs: readonly Permission[] }[] = [
  { href: "/settings", label: "Account", needs: [] },
  { href: "/settings/alerts", label: "Alerts", needs: [] },
  { href: "/settings/profile", label: "Profile", needs: [] },
  { href: "/settings/members", label: "Members", needs: ["manage_members"] },
  {
    href: "/settings/collection",
    label: "Banks and devices",
    needs: ["manage_connections", "manage_terminals", "refund_payments"],
  },
  { href: "/settings/audit", label: "Audit log", needs: ["see_audit"] },
];

/** The tabs of Settings that a role may see. */
export function SettingsTabs({ role }: { role: MemberRole }) {
  const tabs = TABS.filter(
    ({ needs }) => needs.length === 0 || needs.some((one) => roleHasPermission(role, one)),
  );
  return <Tabs label="Settings" tabs={tabs} current={usePathname()} />;
}
