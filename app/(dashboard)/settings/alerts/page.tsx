import type { Metadata } from "next";
import { z } from "zod";
import { AlertsView } from "@/components/alerts/alerts-view";
import { CardSkeleton } from "@/components/shared/layout/card-skeleton";
import { PageHeader } from "@/components/shared/layout/page-header";
import { Link } from "@/components/ui/display/link";
import { Button } from "@/components/ui/forms/button";
import { readAlertSettings } from "@/lib/alerts";
import { AlertSettings } from "@/lib/alerts/contract";
import { roleHasPermission } from "@/lib/core/roles";
import { requirePageMember } from "../../page-auth";
import { withSkeleton } from "../../with-skeleton";

export const metadata: Metadata = { title: "Alerts" };

async function AlertsPage() {
  const member = await requirePageMember();
  const { role } = member.actor;
  const settings = z.encode(AlertSettings, await readAlertSettings(member));
  return (
    <>
      <PageHeader
        title="Alerts"
        meta={["While nobody looks at the dashboard"]}
        actions={
          <Button asChild>
            <Link href="/settings">All settings</Link>
          </Button>
        }
      />
      <AlertsView
        initial={settings}
        role={role}
        mayManageWebhook={roleHasPermission(role, "manage_endpoints")}
      />
    </>
  );
}

export default withSkeleton(
  AlertsPage,
  <>
    <PageHeader title="Alerts" />
    <div className="grid grid-cols-1 items-start gap-3 xl:grid-cols-2">
      <CardSkeleton title="What to report" lines={6} />
      <CardSkeleton title="Last alerts" lines={4} />
    </div>
  </>,
);
