"use client";

import type { MemberRole } from "@/lib/core/roles";
import type { AlertSettingsJson } from "./api";
import { KindsCard } from "./kinds-card";
import { SentCard } from "./sent-card";
import { useAlerts, useSavePreferences } from "./use-alerts";
import { WaysCard } from "./ways-card";
import { WebhookCard } from "./webhook-card";

interface AlertsViewProps {
  initial: AlertSettingsJson;
  role: MemberRole;
  mayManageWebhook: boolean;
}

/** The page of alerts: what to report, how, and what was reported last. */
export function AlertsView({ initial, role, mayManageWebhook }: AlertsViewProps) {
  const { data, error, refetch } = useAlerts(initial);
  const { mutate: save } = useSavePreferences();
  return (
    <div className="grid grid-cols-1 items-start gap-3 xl:grid-cols-[minmax(0,1fr)_500px]">
      <div className="grid grid-cols-1 gap-3">
        <KindsCard preferences={data.preferences} role={role} events={data.events} onSave={save} />
        <SentCard sent={data.sent} error={error} onRetry={() => void refetch()} />
      </div>
      <div className="grid grid-cols-1 gap-3">
        <WaysCard settings={data} onSave={save} />
        {mayManageWebhook && <WebhookCard webhook={data.webhook} />}
      </div>
    </div>
  );
}
