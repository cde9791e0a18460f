"use client";

import { usePathname } from "next/navigation";
import { type MemberRole, type Permission, roleHasPermission } from "@/lib/core/roles";
import { Tabs } from "../ui/display/tabs";

const TABS: readonly { href: string; label: string; needs: Permission }[] = [
  { href: "/developers/keys", label: "API keys", needs: "manage_keys" },
  { href: "/developers/requests", label: "Request log", needs: "manage_keys" },
  { href: "/developers/webhooks", label: "Webhooks", needs: "see_webhooks" },
  { href: "/developers/test", label: "Test data", needs: "manage_keys" },
];

/** The tabs of the Developers section that a role may see. */
export function DeveloperTabs({ role }: { role: MemberRole }) {
  const tabs = TABS.filter(({ needs }) => roleHasPermission(role, needs));
  return <Tabs label="Developers" tabs={tabs} current={usePathname()} />;
}
