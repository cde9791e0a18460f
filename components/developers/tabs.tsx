"use client";

import { usePathname } from "next/navigation";
import { type MemberRole, type Permission, roleHasPermission } from "@/lib/core/roles";
import { Tabs } from "../ui/display/tabs";
import * as texts from "./texts";

const TABS: readonly { href: string; label: string; needs: Permission }[] = [
  { href: "/developers/keys", label: texts.apiKeys, needs: "manage_keys" },
  { href: "/developers/requests", label: texts.requestLog, needs: "manage_keys" },
  { href: "/developers/webhooks", label: texts.webhooks, needs: "see_webhooks" },
  { href: "/developers/test", label: texts.testData, needs: "manage_keys" },
];

/** The tabs of the Developers section that a role may see. */
export function DeveloperTabs({ role }: { role: MemberRole }) {
  const tabs = TABS.filter(({ needs }) => roleHasPermission(role, needs));
  return <Tabs label={texts.developers} tabs={tabs} current={usePathname()} />;
}
