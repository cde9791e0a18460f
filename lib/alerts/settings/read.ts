import type { z } from "zod";
import { hasPermission, requireActor, type Scope } from "@/lib/core/scope";
import { asOrganisation } from "@/lib/db/client";
import type { RowOf } from "@/lib/db/rows";
import type { alertCauses, alertDeliveries, sessions } from "@/lib/db/schema";
import { defaultMode } from "@/lib/env";
import { canSendMail } from "@/lib/mail";
import type { AlertSettings } from "../contract";
import { describeCause } from "../sending/describe";
import { getPushKey } from "../sending/push";
import { listBrowsers } from "./browsers";
import { readPreferences } from "./preferences";
import { findAlertWebhook } from "./webhook";

const MAX_SENT = 30;

/** Reads everything on the caller's page of alerts. The alert address is only for those who may manage endpoints. */
export async function readAlertSettings(scope: Scope): Promise<z.output<typeof AlertSettings>> {
  const actor = requireActor(scope);
  const managesWebhook = hasPermission(scope, "manage_endpoints");
  const [preferences, browsers, webhook, events] = await Promise.all([
    readPreferences(scope),
    listBrowsers(scope),
    managesWebhook ? findAlertWebhook(scope) : undefined,
    listEvents(scope),
  ]);
  return {
    preferences,
    email: canSendMail() ? actor.email : null,
    browsers: browsers.map(({ endpointHash, createdAt, ...one }) => ({
      ...one,
      endpoint_hash: endpointHash,
      created_at: createdAt,
    })),
    push_key: getPushKey(),
    events: events.map(({ sessionId, name }) => ({ session_id: sessionId, name })),
    webhook: webhook ? { url: webhook.url, created_at: webhook.createdAt } : null,
    sent: await listSent(scope, preferences.session_ids, managesWebhook),
  };
}

/** Lists the open events, the latest first, to choose from. */
function listEvents({ organisationId }: Scope) {
  return asOrganisation(
    organisationId,
    async ({ sql }) => sql<RowOf<typeof sessions, "sessionId" | "name">[]>`
      select s.session_id, s.name from sessions s join session_states c using (session_id)
      where s.organisation_id = ${organisationId} and s.mode = ${defaultMode()} and c.status = 'active'
      order by s.created_at desc limit 200`,
  );
}

type SentRow = RowOf<typeof alertDeliveries, "id" | "way" | "sentAt" | "dueAt" | "error"> &
  RowOf<typeof alertCauses, "kind" | "subject" | "sessionIds" | "details" | "startedAt" | "endedAt">;

/** Lists the last alerts to the caller, and those to the organisation's alert address for members who manage it. */
async function listSent(scope: Scope, chosenSessions: readonly string[] | null, withWebhook: boolean) {
  const { organisationId } = scope;
  const actor = requireActor(scope);
  const rows = await asOrganisation(
    organisationId,
    async ({ sql }) => sql<SentRow[]>`
      select d.id, d.way, d.sent_at, d.due_at, d.error, c.kind, c.subject, c.session_ids, c.details, c.started_at, c.ended_at
      from alert_deliveries d join alert_causes c on c.id = d.cause_id
      where d.organisation_id = ${organisationId}
        and (d.member_id = ${actor.memberId} ${withWebhook ? sql`or d.member_id is null` : sql``})
      order by d.created_at desc, d.id desc limit ${MAX_SENT}`,
  );
  return rows.map(({ id, way, sentAt, dueAt, error, ...cause }) => ({
    id,
    kind: cause.kind,
    way,
    ...describeCause({ ...cause, endedAt: null, role: actor.role, chosenSessions }),
    started_at: cause.startedAt,
    ended_at: cause.kind === "daily_summary" ? null : cause.endedAt,
    sent_at: sentAt,
    due_at: dueAt,
    error,
  }));
}
