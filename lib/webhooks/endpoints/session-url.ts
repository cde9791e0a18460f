import { recordAudit } from "@/lib/audit";
import { assertDefined } from "@/lib/core/errors/assert";
import { invalid, notFound } from "@/lib/core/errors/errors";
import type { Id } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import { asOrganisationTx, type Db } from "@/lib/db/client";
import type { RowOf } from "@/lib/db/rows";
import type { sessions } from "@/lib/db/schema";
import { notifySession, ownSessionCondition } from "@/lib/db/session-state";
import { findWebhookUrlError } from "@/lib/security/outbound/outbound-address";
import { wakeSender } from "../sending/sender-loop";
import { ensureWebhookEndpoint } from "../webhook-endpoint";

interface Current {
  url: string | null;
  endpointId: Id<"webhookEndpoint"> | null;
}

/**
 * Changes the webhook URL of a session, open or closed, or sets the first one, under the same rules as at creation. Events
 * that wait follow the new URL with the same ids and bodies, and those between two attempts are due now, on a new schedule;
 * an attempt in flight ends at the old URL. An event that is sent again later also goes to the new URL. Payments recorded
 * before the first URL get no event. Records it in the audit log, without the path of the URL. Returns how many events
 * follow. Throws `Failure("invalid_request")` for a URL that is not allowed, `Failure("not_found")`.
 */
export async function changeWebhookUrl(
  scope: Scope,
  sessionId: Id<"session">,
  url: string,
): Promise<{ moved: number }> {
  const fault = findWebhookUrlError(url);
  if (fault) throw invalid("/webhook_url", `webhook_url ${fault}`);
  const moved = await asOrganisationTx(scope.organisationId, async (db) => {
    const current = await lockSession(db, scope, sessionId);
    if (current.url === url) return 0;
    const endpointId = await ensureWebhookEndpoint(db, scope, url);
    await writeUrl(db, sessionId, { url, endpointId });
    const { host } = new URL(url);
    await recordAudit(db, scope, {
      action: "changed_webhook_url",
      subject: sessionId,
      sessionId,
      details: { ...(current.endpointId && { from: current.endpointId }), to: endpointId, host },
      isForPlatforms: true,
    });
    return moveWaitingEvents(db, sessionId, endpointId);
  });
  wakeSender();
  return { moved };
}

/** Locks the session's state row, which serialises recording. Throws `Failure("not_found")`. */
async function lockSession(db: Db, scope: Scope, sessionId: Id<"session">): Promise<Current> {
  const locked = await db.sql`
    select from session_states where ${ownSessionCondition(db, scope, sessionId)} for update`;
  if (locked.count === 0) throw notFound("session");
  const [current] = await db.sql<Current[]>`
    select webhook_url as url, webhook_endpoint_id as endpoint_id from sessions
    where session_id = ${sessionId} and organisation_id = ${scope.organisationId}`;
  return assertDefined(current, "a session with a state has its row");
}

/**
 * Writes the URL and the next `webhook_version` of the session and of its state row, so that recording that has read the old
 * URL is retried. `webhook_since` is later than every recorded payment.
 */
async function writeUrl(
  db: Db,
  sessionId: Id<"session">,
  { url, endpointId }: { url: string; endpointId: Id<"webhookEndpoint"> },
): Promise<void> {
  const { sql } = db;
  const [next] = await sql<RowOf<typeof sessions, "webhookVersion" | "webhookSince">[]>`
    select webhook_version + 1 as webhook_version,
      greatest(clock_timestamp(), last_created_at) + interval '1 millisecond' as webhook_since
    from session_states where session_id = ${sessionId}`;
  const { webhookVersion, webhookSince } = assertDefined(next, "the session's state row is locked");
  await sql`
    update session_states set webhook_version = ${webhookVersion}, version = version + 1 where session_id = ${sessionId}`;
  await sql`
    update sessions set webhook_url = ${url}, webhook_endpoint_id = ${endpointId}, webhook_version = ${webhookVersion},
      webhook_since = case when webhook_endpoint_id is null then ${webhookSince}::timestamptz else webhook_since end
    where session_id = ${sessionId}`;
  await notifySession(db, sessionId);
}

/** Returns how many waiting events go to the new endpoint. */
async function moveWaitingEvents(
  { sql }: Db,
  sessionId: Id<"session">,
  endpointId: Id<"webhookEndpoint">,
): Promise<number> {
  const moved = await sql`
    with waiting as materialized (
      select d.id, d.attempt_count = 0 or exists (
          select from webhook_attempts a
          where a.session_id = d.session_id and a.delivery_id = d.id and a.number = d.attempt_count) as is_between
      from webhook_deliveries d
      where d.session_id = ${sessionId} and d.state = 'pending' and not d.is_organisation_wide
      order by d.id for update
    )
    update webhook_deliveries d set webhook_endpoint_id = ${endpointId}, changed_at = clock_timestamp(),
      due_at = case when is_between then clock_timestamp() else d.due_at end,
      uncounted_attempts = case when is_between then d.attempt_count else d.uncounted_attempts end
    from waiting where d.session_id = ${sessionId} and d.id = waiting.id`;
  if (moved.count > 0) await sql`select pg_notify('takings_events', '')`;
  return moved.count;
}
