"use client";

import { usePathname } from "next/navigation";
import { type MemberRole, may } from "@/lib/core/roles";
import { SegmentedLinks } from "../ui/segmented";
import { sessionIn } from "./navigation";

/** On a phone, the two halves of Money. */
export function MoneyTabs({ role }: { role: MemberRole }) {
  const pathname = usePathname();
  const sessionId = sessionIn(pathname);
  const halves = ["settlement", "reconciliation"].map((half) => `/events/${sessionId}/${half}`);
  if (!sessionId || !halves.includes(pathname) || !may(role, "see_money")) return null;
  const [settlement = "", reconciliation = ""] = halves;
  return (
    <div className="pt-3 md:hidden print:hidden">
      <SegmentedLinks
        label="Money"
        current={pathname}
        className="flex w-full"
        choices={[
          { href: settlement, label: "Settlement" },
          { href: reconciliation, label: "Reconciliation" },
        ]}
      />
    </div>
  );
}
