import type { z } from "zod";
import { actorName, recordAudit } from "@/lib/audit";
import { notFound } from "@/lib/core/errors/errors";
import { type Id, newId } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import { asOrganisation, asOrganisationTx, type Db } from "@/lib/db/client";
import type { RowOf } from "@/lib/db/rows";
import type { webhookReplays } from "@/lib/db/schema";
import { requireSession } from "@/lib/db/session-state";
import type { Replay } from "../contract";
import { isAtEndpoint } from "../deliveries/replay";

/** Which failed events are sent again. */
export interface ReplayFilter {
  /** Those that failed at or after this time. */
  since: Date;
  /** Only those of this session's `webhook_url`, or of this webhook endpoint. */
  sessionId?: Id<"session"> | null | undefined;
  webhookEndpointId?: Id<"webhookEndpoint"> | null | undefined;
}

/** The SQL condition that a delivery `d` is one of the failed events of a replay. */
export function isInReplay(db: Db, { organisationId, mode }: Scope, filter: ReplayFilter) {
  const { sql } = db;
  const { sessionId, webhookEndpointId, since } = filter;
  return sql`
    d.state = 'failed' and d.organisation_id = ${organisationId} and d.mode = ${mode}
      and d.changed_at >= ${since.toISOString()}::timestamptz and ${isAtEndpoint(db)}
      and ${sessionId ? sql`d.session_id = ${sessionId} and not d.is_organisation_wide` : sql`true`}
      and ${webhookEndpointId ? sql`d.webhook_endpoint_id = ${webhookEndpointId}` : sql`true`}`;
}

type Row = RowOf<
  typeof webhookReplays,
  "id" | "since" | "requestedAt" | "requestedBy" | "total" | "replayed" | "finishedAt"
>;

const toJson = (row: Row): z.output<typeof Replay> => ({
  id: row.id,
  since: row.since,
  requested_at: row.requestedAt,
  requested_by: row.requestedBy,
  total: row.total,
  replayed: row.replayed,
  finished_at: row.finishedAt,
});

/**
 * Requests that all events that failed for good since a time are sent again, each once: the same ids and the same bytes, on
 * a new schedule. `runReplays` carries it out in the background. Events that fail after the request are not part of it.
 * Writes an audit entry. Returns the replay. Throws `Failure("not_found")` for a session that is not the caller's.
 */
export function startReplay(scope: Scope, filter: ReplayFilter): Promise<z.output<typeof Replay>> {
  const { organisationId, mode } = scope;
  const { since, sessionId, webhookEndpointId } = filter;
  return asOrganisationTx(organisationId, async (db) => {
    if (sessionId) await requireSession(db, scope, sessionId);
    const [row] = await db.sql<Row[]>`
      insert into webhook_replays (id, organisation_id, mode, session_id, webhook_endpoint_id, since, requested_at, requested_by,
        total)
      select ${newId("replay")}, ${organisationId}, ${mode}, ${sessionId ?? null}, ${webhookEndpointId ?? null},
        ${since.toISOString()}::timestamptz, clock_timestamp(), ${actorName(scope)}, count(*)
      from webhook_deliveries d where ${isInReplay(db, scope, filter)}
      returning id, since, requested_at, requested_by, total, replayed, finished_at`;
    if (!row) throw new Error("Broken guarantee: an insertion returns its row");
    await recordAudit(db, scope, {
      action: "replayed_deliveries",
      subject: sessionId ?? webhookEndpointId ?? organisationId,
      ...(sessionId && { sessionId }),
      details: { count: String(row.total), since: since.toISOString() },
    });
    return toJson(row);
  });
}

/** Returns a replay with its progress. Throws `Failure("not_found")`. */
export async function getReplay(scope: Scope, id: Id<"replay">): Promise<z.output<typeof Replay>> {
  const { organisationId, mode } = scope;
  const [row] = await asOrganisation(
    organisationId,
    async ({ sql }) => sql<Row[]>`
      select id, since, requested_at, requested_by, total, replayed, finished_at from webhook_replays
      where id = ${id} and organisation_id = ${organisationId} and mode = ${mode}`,
  );
  if (!row) throw notFound("replay");
  return toJson(row);
}
