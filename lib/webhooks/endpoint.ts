import { createHash } from "node:crypto";
import { recordAudit } from "@/lib/audit";
import { notFound } from "@/lib/core/errors";
import type { Id } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import { asOrganisation, asOrganisationTx, type Db } from "@/lib/db/client";
import { type EndpointHealth, endpoints, type PauseReason } from "@/lib/db/schema";
import { wakeSender } from "./sender-loop";

/** 104 bits: enough that no two URLs of an organisation meet. */
const DIGEST_LENGTH = 26;

/** The id of an organisation's endpoint follows from its URL, so that it need not be looked up. */
export function endpointId({ organisationId, mode }: Scope, url: string): Id<"endpoint"> {
  const digest = createHash("sha256").update(`${organisationId} ${mode} ${url}`).digest("hex");
  return `we_${digest.slice(0, DIGEST_LENGTH)}`;
}

/** The endpoint of this URL exists, one for each organisation and mode. Answers its id. */
export async function ensureEndpoint(db: Db, scope: Scope, url: string): Promise<Id<"endpoint">> {
  const id = endpointId(scope, url);
  const { organisationId, mode } = scope;
  await db.orm
    .insert(endpoints)
    .values({ id, organisationId, mode, url, origin: new URL(url).origin })
    .onConflictDoNothing();
  return id;
}

/** An endpoint as a person reads it. */
export interface EndpointSummary {
  id: Id<"endpoint">;
  url: string;
  health: EndpointHealth;
  /** Since when it is so. */
  since: Date;
  pauseReason: PauseReason | null;
  /** Tries that failed since the last success. */
  failures: number;
  /** Events that wait to be sent, or are being sent. */
  waiting: number;
  lastSuccessAt: Date | null;
}

/** Lists where the organisation's events go and how each receiver is doing, by URL. */
export async function listEndpoints({ organisationId, mode }: Scope): Promise<EndpointSummary[]> {
  return asOrganisation(
    organisationId,
    async ({ sql }) => sql<EndpointSummary[]>`
      select id, url, health, health_since as since, pause_reason as "pauseReason", failures,
        (select count(*)::int from deliveries where endpoint_id = e.id and state = 'pending') as waiting,
        succeeded_at as "lastSuccessAt"
      from endpoints e where organisation_id = ${organisationId} and mode = ${mode} order by url`,
  );
}

/**
 * Nothing is sent to an endpoint until it is resumed; its events wait and use up no tries. What is under way is let
 * finish. One that is paused already stays as it is. Throws `Failure("not_found")`.
 */
export function pauseEndpoint(scope: Scope, id: Id<"endpoint">): Promise<void> {
  return change(
    scope,
    { id, action: "paused_endpoint" },
    ({ sql }) => sql`
      health_since = case when health = 'paused' then health_since else clock_timestamp() end,
      pause_reason = coalesce(pause_reason, 'by_hand'), health = 'paused', probe_at = null`,
  );
}

/**
 * An endpoint counts as healthy again, whatever was held against it, and what is due there goes at once. Throws
 * `Failure("not_found")`.
 */
export function resumeEndpoint(scope: Scope, id: Id<"endpoint">): Promise<void> {
  return change(
    scope,
    { id, action: "resumed_endpoint" },
    ({ sql }) => sql`
      health_since = case when health = 'healthy' then health_since else clock_timestamp() end,
      health = 'healthy', pause_reason = null, probe_at = null, probes = 0, failures = 0, failing_ms = 0`,
  );
}

async function change(
  scope: Scope,
  { id, action }: { id: Id<"endpoint">; action: "paused_endpoint" | "resumed_endpoint" },
  what: (db: Db) => ReturnType<Db["sql"]>,
): Promise<void> {
  const { organisationId, mode } = scope;
  await asOrganisationTx(organisationId, async (db) => {
    const changed = await db.sql`
      update endpoints set ${what(db)}
      where id = ${id} and organisation_id = ${organisationId} and mode = ${mode}
      returning pg_notify('takings_events', '')`;
    if (changed.count === 0) throw notFound("endpoint");
    await recordAudit(db, scope, { action, subject: id });
  });
  wakeSender();
}
