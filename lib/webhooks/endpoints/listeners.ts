import { setTimeout as sleep } from "node:timers/promises";
import type { z } from "zod";
import { Failure, notFound } from "@/lib/core/errors/errors";
import { type Id, newId } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import { asOrganisation, asOrganisationTx, type Db, systemTx } from "@/lib/db/client";
import { addSigningSecret, listSigningSecrets } from "@/lib/organisations";
import { describeAnswer } from "../attempts/failure-message";
import type { ListenerAnswers, ListenerEvents } from "../contract";
import { failWaiting } from "./removed-endpoints";

/** A listener that fetches nothing for this long is gone; until then its events wait for it. */
const KEPT_MINUTES = 10;
const MAX_LISTENERS = 5;
/** The most events of one response. */
const PAGE = 50;
/** How long a request waits for an event, and how often it looks. */
const WAIT_MS = 20_000;
const LOOK_MS = 250;

const until = ({ sql }: Db) => sql`clock_timestamp() + make_interval(mins => ${KEPT_MINUTES}::int)`;

/** The SQL condition that the endpoint is this listener of the caller. */
const isOwn = ({ sql }: Db, { organisationId, mode }: Scope, id: Id<"webhookEndpoint">) => sql`
  id = ${id} and organisation_id = ${organisationId} and mode = ${mode} and listening_until is not null and removed_at is null`;

/**
 * Creates a listener: an organisation-wide endpoint whose events `takings listen` fetches, and the sender never sends. Of
 * test mode only. Returns its id and its signing secret. Throws `Failure("insufficient_scope")` in live mode,
 * `Failure("conflict")` if the organisation has five.
 */
export async function createListener(
  scope: Scope,
): Promise<{ listener_id: Id<"webhookEndpoint">; secret: string }> {
  const { organisationId, mode } = scope;
  if (mode !== "test")
    throw new Failure("insufficient_scope", {
      detail: "Only the events of test mode can be forwarded. Use a test key.",
    });
  const id = newId("webhookEndpoint");
  return systemTx(async (db) => {
    await removeExpired(db, scope);
    const [row] = await db.sql<{ count: number }[]>`
      select count(*)::int as count from webhook_endpoints
      where organisation_id = ${organisationId} and listening_until is not null and removed_at is null`;
    if ((row?.count ?? 0) >= MAX_LISTENERS)
      throw new Failure("conflict", {
        detail: `${MAX_LISTENERS} listeners are open. End one, or wait ${KEPT_MINUTES} minutes after it has ended.`,
      });
    await db.sql`
      insert into webhook_endpoints (id, organisation_id, mode, name, url, origin, event_types, health, pause_reason, listening_until)
      values (${id}, ${organisationId}, ${mode}, 'takings listen', 'http://localhost/', 'http://localhost',
        '{transaction.received,expected_payment.updated}', 'paused', 'listening', ${until(db)})`;
    await addSigningSecret(db, { organisationId, webhookEndpointId: id });
    const [secret] = await listSigningSecrets({ organisationId, webhookEndpointId: id }, db);
    return { listener_id: id, secret: secret?.secret ?? "" };
  });
}

async function removeExpired(db: Db, { organisationId }: Scope): Promise<void> {
  const { sql } = db;
  await sql`select from organisations where id = ${organisationId} for no key update`;
  const expired = await sql<{ id: Id<"webhookEndpoint"> }[]>`
    update webhook_endpoints set removed_at = clock_timestamp(), pause_reason = 'removed'
    where organisation_id = ${organisationId} and listening_until < clock_timestamp() and removed_at is null returning id`;
  for (const { id } of expired) await failWaiting(db, id);
}

/** Removes a listener; its waiting events have failed. Throws `Failure("not_found")`. */
export function removeListener(scope: Scope, id: Id<"webhookEndpoint">): Promise<void> {
  return systemTx(async (db) => {
    const removed = await db.sql`
      update webhook_endpoints set removed_at = clock_timestamp(), pause_reason = 'removed' where ${isOwn(db, scope, id)}`;
    if (removed.count === 0) throw notFound("listener");
    await failWaiting(db, id);
  });
}

/**
 * Records the answers of the local receiver as attempts, and returns the next events, the oldest first; if there are none,
 * waits for up to 20 seconds. An event is returned until it is answered, so that a lost response loses nothing. Throws
 * `Failure("not_found")` for a listener that does not exist or fetched nothing for ten minutes.
 */
export async function fetchListenerEvents(
  scope: Scope,
  id: Id<"webhookEndpoint">,
  answers: z.output<typeof ListenerAnswers>["answers"],
): Promise<z.output<typeof ListenerEvents>> {
  const deadline = performance.now() + WAIT_MS;
  await asOrganisationTx(scope.organisationId, async (db) => {
    const kept = await db.sql`
      update webhook_endpoints set listening_until = ${until(db)} where ${isOwn(db, scope, id)} and listening_until > clock_timestamp()`;
    if (kept.count === 0) throw notFound("listener");
  });
  if (answers.length > 0) await recordAnswers(scope, id, answers);
  for (;;) {
    const events = await asOrganisation(
      scope.organisationId,
      async ({ sql }) => sql<{ id: Id<"delivery">; body: string }[]>`
        select id, body from webhook_deliveries
        where state = 'pending' and is_organisation_wide and webhook_endpoint_id = ${id} order by id limit ${PAGE}`,
    );
    if (events.length > 0 || performance.now() > deadline) return { events: [...events] };
    await sleep(LOOK_MS);
  }
}

/** An event is delivered or has failed after one answer: the local receiver is not tried again by itself. */
async function recordAnswers(
  { organisationId, mode }: Scope,
  id: Id<"webhookEndpoint">,
  answers: z.output<typeof ListenerAnswers>["answers"],
): Promise<void> {
  const rows = answers.map((one) => {
    const isOk = one.status !== null && one.status >= 200 && one.status < 300;
    const error = one.status === null ? "The local receiver did not answer." : describeAnswer(one.status);
    return { ...one, state: isOk ? "delivered" : "failed", error: isOk ? null : error };
  });
  await systemTx(
    ({ sql }) => sql`
      with answered as (
        update webhook_deliveries d set attempt_count = attempt_count + 1, state = answer.state, changed_at = clock_timestamp(),
          delivered_at = case answer.state when 'delivered' then clock_timestamp() else delivered_at end
        from json_to_recordset(${JSON.stringify(rows)}::json) as answer (id text, state text, status int, error text, duration_ms int)
        where d.webhook_endpoint_id = ${id} and d.is_organisation_wide and d.id = answer.id and d.organisation_id = ${organisationId}
          and d.mode = ${mode} and d.state = 'pending'
        returning d.session_id, d.id, d.attempt_count, answer.status, answer.error, answer.duration_ms
      )
      insert into webhook_attempts (session_id, delivery_id, number, organisation_id, mode, webhook_endpoint_id, started_at,
        duration_ms, status, error)
      select session_id, id, attempt_count, ${organisationId}, ${mode}, ${id}, clock_timestamp(), duration_ms, status, error
      from answered`,
  );
}
