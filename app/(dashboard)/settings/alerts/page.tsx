import type { Metadata } from "next";
import { z } from "zod";
import { AlertsView } from "@/components/alerts/alerts-view";
import { CardSkeleton } from "@/components/shared/skeletons/card-skeleton";
import { readAlertSettings } from "@/lib/alerts";
import { AlertSettings } from "@/lib/alerts/contract";
import { roleHasPermission } from "@/lib/core/roles";
import { requirePageMember } from "../../page-auth";
import * as texts from "../../texts";
import { withSkeleton } from "../../with-skeleton";

export const metadata: Metadata = { title: texts.alerts };

async function AlertsPage() {
  const member = await requirePageMember();
  const { role } = member.actor;
  const settings = z.encode(AlertSettings, await readAlertSettings(member));
  return (
    <AlertsView
      initial={settings}
      role={role}
      mayManageWebhook={roleHasPermission(role, "manage_endpoints")}
    />
  );
}

export default withSkeleton(
  AlertsPage,
  <div className="grid grid-cols-1 items-start gap-3 xl:grid-cols-2">
    <CardSkeleton title={texts.whatToReport} lines={6} />
    <CardSkeleton title={texts.lastAlerts} lines={4} />
  </div>,
);
