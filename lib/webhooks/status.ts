import type { z } from "zod";
import { type Id, newId } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import { type Db, readAsOrganisation } from "@/lib/db/client";
import type { EndpointHealth, PauseReason } from "@/lib/db/schema";
import { requireSession } from "@/lib/db/session-state";
import { listSigningSecrets } from "@/lib/organisations";
import type { ResponseTimes, WebhookStatus } from "./contract";
import { countDeliveries, type DeliveryFigures } from "./deliveries/delivery-figures";

/** The time range of the response times, and the most attempts that are read, newest first. */
const RESPONSE_TIMES_RANGE_MS = 3_600_000;
const MAX_RESPONSE_TIMES = 20_000;

interface Endpoint {
  id: Id<"webhookEndpoint">;
  url: string;
  health: EndpointHealth;
  since: Date;
  pauseReason: PauseReason | null;
  failures: number;
  probeAt: Date | null;
  lastSuccessAt: Date | null;
  nextDueAt: Date | null;
}

/**
 * Returns the status of a session's webhook endpoint, the session's delivery counts, and the last characters of the
 * secrets that sign its events. Throws `Failure("not_found")`.
 */
export async function getWebhookStatus(
  scope: Scope,
  sessionId: Id<"session">,
): Promise<z.output<typeof WebhookStatus>> {
  const [[, [endpoint], counts], secrets] = await Promise.all([
    readAsOrganisation(scope, (db) =>
      Promise.all([
        requireSession(db, scope, sessionId),
        findEndpoint(db, sessionId),
        countDeliveries(db, scope, sessionId),
      ]),
    ),
    listSecretEnds(scope),
  ]);
  const [inForce, ...older] = secrets;
  return {
    endpoint: endpoint ? toEndpointJson(endpoint) : null,
    ...toFiguresJson(counts),
    secret_ends: inForce?.ends ?? "",
    retiring: older.flatMap(({ ends, retiresAt }) =>
      retiresAt ? [{ secret_ends: ends, retires_at: retiresAt }] : [],
    ),
  };
}

/** Converts delivery counts to their JSON form, which every screen uses. */
export const toFiguresJson = ({ due, delivered, waiting, retrying, failed }: DeliveryFigures) => ({
  due_count: due,
  delivered_count: delivered,
  waiting_count: waiting,
  retrying_count: retrying,
  failed_count: failed,
});

function toEndpointJson(endpoint: Endpoint) {
  const { id, url, health, since, failures, probeAt, nextDueAt } = endpoint;
  return {
    id,
    url,
    health,
    since,
    failures,
    pause_reason: endpoint.pauseReason,
    // Events are claimed when both times are reached (`claimStatement`).
    next_attempt_at:
      health === "paused" || !nextDueAt ? null : probeAt && probeAt > nextDueAt ? probeAt : nextDueAt,
    last_success_at: endpoint.lastSuccessAt,
  };
}

const findEndpoint = ({ sql }: Db, sessionId: Id<"session">) => sql<Endpoint[]>`
  select e.id, e.url, health, health_since as since, pause_reason, failures, next_probe_at as probe_at,
    succeeded_at as last_success_at,
    (select due_at from webhook_deliveries where state = 'pending' and webhook_endpoint_id = e.id order by due_at limit 1) as next_due_at
  from sessions s join webhook_endpoints e on e.id = s.webhook_endpoint_id where s.session_id = ${sessionId}`;

/** Lists the last four characters of the secrets that sign now, the newest first: enough to identify one. */
async function listSecretEnds({ organisationId }: Scope) {
  const secrets = await listSigningSecrets({ organisationId });
  return secrets.map(({ secret, retiresAt }) => ({ ends: secret.slice(-4), retiresAt }));
}

interface Minute {
  at: Date;
  medianMs: number;
  retried: number;
}

/**
 * Returns the response times of the last hour's events: the median and the 95th percentile, and the median per minute.
 * Uses at most the newest 20,000 attempts. Throws `Failure("not_found")`.
 */
export async function summariseResponseTimes(
  scope: Scope,
  sessionId: Id<"session">,
): Promise<z.output<typeof ResponseTimes>> {
  const since = newId("delivery", Date.now() - RESPONSE_TIMES_RANGE_MS);
  const [[total], minutes] = await readAsOrganisation(scope, async (db) => {
    const { sql } = db;
    const tries = sql`
      select started_at, duration_ms, error is not null and exists (
          select from webhook_deliveries d where d.session_id = a.session_id and d.id = a.delivery_id
            and (d.state <> 'failed' or a.number < d.attempt_count)) as was_retried
      from webhook_attempts a
      where session_id = ${sessionId} and delivery_id >= ${since}
      order by delivery_id desc, number desc limit ${MAX_RESPONSE_TIMES}`;
    const [, all, each] = await Promise.all([
      requireSession(db, scope, sessionId),
      sql<{ medianMs: number | null; slowestMs: number | null }[]>`
        select (percentile_disc(0.5) within group (order by duration_ms))::int as median_ms,
          (percentile_disc(0.95) within group (order by duration_ms))::int as slowest_ms from (${tries}) tries`,
      sql<Minute[]>`
        select date_trunc('minute', started_at) as at, (count(*) filter (where was_retried))::int as retried,
          (percentile_disc(0.5) within group (order by duration_ms))::int as median_ms
        from (${tries}) tries group by 1 order by 1`,
    ]);
    return [all, each] as const;
  });
  return {
    median_ms: total?.medianMs ?? null,
    slowest_ms: total?.slowestMs ?? null,
    minutes: minutes.map(({ at, medianMs, retried }) => ({ at, median_ms: medianMs, retried })),
  };
}
