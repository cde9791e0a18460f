"use client";

import { usePathname } from "next/navigation";
import { type MemberRole, roleHasPermission } from "@/lib/core/roles";
import { SegmentedLinks } from "../../ui/forms/segmented";
import { findSessionId } from "../nav-items";
import * as texts from "./texts";

/** In the phone layout, the two tabs of Money: Settlement and Reconciliation. */
export function MoneyTabs({ role }: { role: MemberRole }) {
  const pathname = usePathname();
  const sessionId = findSessionId(pathname);
  const paths = ["settlement", "reconciliation"].map((page) => `/events/${sessionId}/${page}`);
  if (!sessionId || !paths.includes(pathname) || !roleHasPermission(role, "see_money")) return null;
  const [settlement = "", reconciliation = ""] = paths;
  return (
    <div className="pt-3 md:hidden print:hidden">
      <SegmentedLinks
        label={texts.money}
        current={pathname}
        className="flex w-full"
        choices={[
          { href: settlement, label: texts.settlement },
          { href: reconciliation, label: texts.reconciliation },
        ]}
      />
    </div>
  );
}
