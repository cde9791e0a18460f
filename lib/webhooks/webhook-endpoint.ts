import { createHash } from "node:crypto";
import { recordAudit } from "@/lib/audit";
import { notFound } from "@/lib/core/errors/errors";
import type { Id } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import { asOrganisation, asOrganisationTx, type Db } from "@/lib/db/client";
import type { RowOf } from "@/lib/db/rows";
import { webhookEndpoints } from "@/lib/db/schema";
import { wakeSender } from "./sending/sender-loop";

/** 104 bits: a collision between two URLs of an organisation is negligible. */
const DIGEST_LENGTH = 26;

/** Derives the id of an organisation's webhook endpoint from its URL, so that no query is needed. */
export function webhookEndpointId({ organisationId, mode }: Scope, url: string): Id<"webhookEndpoint"> {
  const digest = createHash("sha256").update(`${organisationId} ${mode} ${url}`).digest("hex");
  return `we_${digest.slice(0, DIGEST_LENGTH)}`;
}

/** Creates the webhook endpoint of this URL unless it exists, one per organisation and mode. Returns its id. */
export async function ensureWebhookEndpoint(
  db: Db,
  scope: Scope,
  url: string,
): Promise<Id<"webhookEndpoint">> {
  const id = webhookEndpointId(scope, url);
  const { organisationId, mode } = scope;
  await db.orm
    .insert(webhookEndpoints)
    .values({ id, organisationId, mode, url, origin: new URL(url).origin })
    .onConflictDoNothing();
  return id;
}

/** A webhook endpoint as the command line lists it. */
export interface WebhookEndpointSummary
  extends RowOf<typeof webhookEndpoints, "id" | "url" | "health" | "pauseReason"> {
  /** When the health last changed. */
  since: Date;
  /** Attempts that failed since the last success. */
  failures: number;
  /** Events that are waiting or being sent. */
  waiting: number;
  lastSuccessAt: Date | null;
}

/** Lists the organisation's webhook endpoints with their health, ordered by URL. */
export async function listWebhookEndpoints({
  organisationId,
  mode,
}: Scope): Promise<WebhookEndpointSummary[]> {
  return asOrganisation(
    organisationId,
    async ({ sql }) => sql<WebhookEndpointSummary[]>`
      select id, url, health, health_since as since, pause_reason, failures,
        (select count(*)::int from webhook_deliveries where webhook_endpoint_id = e.id and state = 'pending') as waiting,
        succeeded_at as last_success_at
      from webhook_endpoints e where organisation_id = ${organisationId} and mode = ${mode} order by url`,
  );
}

/**
 * Pauses a webhook endpoint: nothing is sent until it is resumed, and its events wait without using up attempts. Attempts
 * in flight finish. Does not change one that is already paused. Throws `Failure("not_found")`.
 */
export function pauseWebhookEndpoint(scope: Scope, id: Id<"webhookEndpoint">): Promise<void> {
  return updateEndpoint(
    scope,
    { id, action: "paused_webhook_endpoint" },
    ({ sql }) => sql`
      health_since = case when health = 'paused' then health_since else clock_timestamp() end,
      pause_reason = coalesce(pause_reason, 'manual'), health = 'paused', next_probe_at = null`,
  );
}

/**
 * Resumes a webhook endpoint: resets its health to healthy and wakes the sender, which sends its due events at once.
 * Throws `Failure("not_found")`.
 */
export function resumeWebhookEndpoint(scope: Scope, id: Id<"webhookEndpoint">): Promise<void> {
  return updateEndpoint(
    scope,
    { id, action: "resumed_webhook_endpoint" },
    ({ sql }) => sql`
      health_since = case when health = 'healthy' then health_since else clock_timestamp() end,
      health = 'healthy', pause_reason = null, next_probe_at = null, failed_probes = 0, failures = 0, failing_ms = 0`,
  );
}

async function updateEndpoint(
  scope: Scope,
  {
    id,
    action,
  }: { id: Id<"webhookEndpoint">; action: "paused_webhook_endpoint" | "resumed_webhook_endpoint" },
  assignments: (db: Db) => ReturnType<Db["sql"]>,
): Promise<void> {
  const { organisationId, mode } = scope;
  await asOrganisationTx(organisationId, async (db) => {
    const changed = await db.sql`
      update webhook_endpoints set ${assignments(db)}
      where id = ${id} and organisation_id = ${organisationId} and mode = ${mode} and removed_at is null
        and listening_until is null
      returning pg_notify('takings_events', '')`;
    if (changed.count === 0) throw notFound("webhook endpoint");
    await recordAudit(db, scope, { action, subject: id });
  });
  wakeSender();
}
