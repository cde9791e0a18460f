"use client";

import { usePathname } from "next/navigation";
import { Tabs } from "../ui/display/tabs";

const TABS = [
  { href: "/developers/keys", label: "API keys" },
  { href: "/developers/requests", label: "Request log" },
  { href: "/developers/test", label: "Test data" },
];

/** The tabs of the Developers section. */
export function DeveloperTabs() {
  return <Tabs label="Developers" tabs={TABS} current={usePathname()} />;
}
