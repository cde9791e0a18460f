import { type Id, newId } from "@/lib/core/ids";
import { systemDb } from "@/lib/db/client";
import type { TransactionStatus } from "@/lib/db/schema";
import { decryptSigningSecrets, encryptSigningSecret, newSigningSecret } from "@/lib/security/signing-secret";
import type { Sendable } from "../attempt";
import { type ClaimedDelivery, claimDueDeliveries } from "../claim";
import { type Destination, enterLane, FIRST_LIMIT, type FreeSlots, leaveLane } from "../concurrency-limits";
import { ensureEndpoint } from "../endpoint";

/** The room of a process that sends nothing yet. */
export const ROOM: FreeSlots = { slots: 512, endpoints: [], origins: [] };

/** Claims what is due as a process would that sends nothing yet. */
export const claimAll = (): Promise<ClaimedDelivery[]> => claimDueDeliveries(ROOM);

/** What was claimed, as the sender attempts it. */
export const sendable = (claimed: ClaimedDelivery): Sendable => ({
  ...claimed,
  secrets: decryptSigningSecrets(claimed.organisationId, claimed.storedSecrets),
});

/** Takes all the room of an endpoint that nothing is known of. Answers how to give it back. */
export function occupy(destination: Destination): () => void {
  const tries = Array<Destination>(FIRST_LIMIT).fill(destination);
  for (const one of tries) enterLane(one);
  return () => {
    for (const one of tries) leaveLane(one, "none");
  };
}

/** Makes an organisation with one signing secret in force. */
export async function makeOrganisation() {
  const organisationId = newId("organisation");
  const secret = newSigningSecret();
  await systemDb().sql`insert into organisations (id, name) values (${organisationId}, ${organisationId})`;
  await addSecret(organisationId, secret, null);
  return { organisationId, secret };
}

/** Gives an organisation one more signing secret, which retires so many seconds from now, or not at all. */
export async function addSecret(organisationId: string, secret: string, retiresInSeconds: number | null) {
  await systemDb().sql`
    insert into signing_secrets (id, organisation_id, secret, retires_at)
    values (${newId("signingSecret")}, ${organisationId}, ${encryptSigningSecret(organisationId, secret)}, now() + ${retiresInSeconds}::int * interval '1 second')`;
}

interface Given {
  organisationId: Id<"organisation">;
  url: string;
  count?: number;
  dueInMs?: number;
  status?: TransactionStatus;
}

/**
 * Writes outgoing events as recording does: pending, due when they were made, with a frozen body. One a millisecond,
 * the last due in `dueInMs`: of events due at once PostgreSQL need not tell the newest from the oldest.
 */
export async function makeDeliveries({
  organisationId,
  url,
  count = 1,
  dueInMs = 0,
  status = "successful",
}: Given): Promise<string[]> {
  const rows = Array.from({ length: count }, (_, index) => ({
    id: newId("delivery"),
    session: newId("session"),
    transaction: newId("transaction"),
    due_in_ms: dueInMs - (count - 1 - index),
    body: `{"event":"transaction.received","data":{"narration":"₦ \\u0041 ${index}"}}`,
  }));
  const endpointId = await ensureEndpoint(systemDb(), { organisationId, mode: "test" }, url);
  await systemDb().sql`
    insert into deliveries (session_id, id, organisation_id, mode, transaction_id, transaction_status, endpoint_id, body,
      due_at, created_at)
    select session, id, ${organisationId}, 'test', transaction, ${status}, ${endpointId}, body,
      at, at
    from json_to_recordset(${JSON.stringify(rows)}::json) as rows (id text, session text, transaction text, due_in_ms float8, body text),
      lateral (select clock_timestamp() + due_in_ms * interval '1 millisecond' as at) due`;
  return rows.map(({ id }) => id);
}

/** Writes the event of the final status of a transaction whose `pending` was written, due at once. Answers its id. */
export async function makeFinalDelivery(pendingId: string): Promise<string> {
  const id = newId("delivery");
  await systemDb().sql`
    insert into deliveries (session_id, id, organisation_id, mode, transaction_id, transaction_status, endpoint_id, body,
      due_at, created_at)
    select session_id, ${id}, organisation_id, mode, transaction_id, 'successful', endpoint_id, body,
      clock_timestamp(), clock_timestamp()
    from deliveries where id = ${pendingId}`;
  return id;
}

interface Row {
  id: string;
  state: string;
  attemptCount: number;
  uncountedAttempts: number;
  body: string;
  dueInMs: number;
  deliveredAt: Date | null;
}

/** An event as it stands. */
export async function readDelivery(id: string): Promise<Row | undefined> {
  const [row] = await systemDb().sql<Row[]>`
    select id, state, attempt_count as "attemptCount", uncounted_attempts as "uncountedAttempts", body, delivered_at as "deliveredAt",
      (extract(epoch from due_at - clock_timestamp()) * 1000)::float8 as "dueInMs"
    from deliveries where id = ${id}`;
  return row;
}

interface AttemptRow {
  number: number;
  status: number | null;
  error: string | null;
  excerpt: Buffer | null;
}

/** The tries of an event, oldest first. */
export async function readAttempts(id: string): Promise<AttemptRow[]> {
  return systemDb().sql<AttemptRow[]>`
    select number, status, error, excerpt from delivery_attempts where delivery_id = ${id} order by number`;
}

/** Has every waiting event be due now, leases included, as if the time had passed. */
export async function passTime(): Promise<void> {
  await systemDb()
    .sql`update deliveries set due_at = clock_timestamp() - interval '1 millisecond' where state = 'pending'`;
}

interface EndpointRow {
  health: string;
  pauseReason: string | null;
  failures: number;
  probes: number;
  probeInMs: number | null;
}

/** An endpoint as it stands. */
export async function readEndpoint(id: string): Promise<EndpointRow | undefined> {
  const [row] = await systemDb().sql<EndpointRow[]>`
    select health, pause_reason as "pauseReason", failures, probes,
      (extract(epoch from probe_at - clock_timestamp()) * 1000)::float8 as "probeInMs"
    from endpoints where id = ${id}`;
  return row;
}

/** Has every endpoint that is failing or resting be asked now, as if the time had come. */
export async function probeNow(): Promise<void> {
  await systemDb()
    .sql`update endpoints set probe_at = clock_timestamp() - interval '1 millisecond' where probe_at is not null`;
}

/** Opens the sessions that events were written for without one. */
export async function openSessions(): Promise<void> {
  await systemDb().sql`
    insert into sessions (session_id, organisation_id, mode, external_event_id, name, currency, terminal_fragment,
      created_at)
    select session_id, organisation_id, mode, 'event', 'Event', 'NGN', session_id, now() from deliveries
    on conflict do nothing`;
}
