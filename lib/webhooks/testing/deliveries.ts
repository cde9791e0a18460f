import { type Id, newId } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import type { TransactionStatus } from "@/lib/core/transaction";
import { systemDb } from "@/lib/db/client";
import { decryptSigningSecrets, encryptSigningSecret, newSigningSecret } from "@/lib/security/signing-secret";
import type { Sendable } from "../attempts/attempt";
import { decryptHeaders } from "../attempts/custom-headers";
import { runReplays } from "../replays/run-replays";
import { getReplay, startReplay } from "../replays/start-replay";
import { type ClaimedDelivery, claimDueDeliveries } from "../sending/claim";
import {
  acquireSlot,
  type Destination,
  type FreeSlots,
  INITIAL_LIMIT,
  releaseSlot,
} from "../sending/concurrency-limits";
import { ensureWebhookEndpoint } from "../webhook-endpoint";

/** Requests a replay of failed events and carries it out. Returns how many are due again. */
export async function replayFailed(scope: Scope, filter: Parameters<typeof startReplay>[1]): Promise<number> {
  const { id } = await startReplay(scope, filter);
  await runReplays();
  return (await getReplay(scope, id)).replayed;
}

/** The free slots of a process that sends nothing yet. */
export const ALL_SLOTS: FreeSlots = { slots: 512, endpoints: [], origins: [] };

/** Claims due events as a process that sends nothing yet. */
export const claimAll = (): Promise<ClaimedDelivery[]> => claimDueDeliveries(ALL_SLOTS);

/** Converts a claimed event to the form that is sent. */
export const toSendable = (claimed: ClaimedDelivery): Sendable => ({
  ...claimed,
  secrets: decryptSigningSecrets(claimed.organisationId, claimed.storedSecrets),
  headers: decryptHeaders(claimed.endpointId, claimed.storedHeaders),
});

/** Takes all slots of an endpoint without a history. Returns the function that releases them. */
export function occupyAllSlots(destination: Destination): () => void {
  const taken = Array<Destination>(INITIAL_LIMIT).fill(destination);
  for (const one of taken) acquireSlot(one);
  return () => {
    for (const one of taken) releaseSlot(one, "none");
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

/** Adds a signing secret to an organisation; null `retiresInSeconds`: it does not retire. */
export async function addSecret(organisationId: string, secret: string, retiresInSeconds: number | null) {
  await systemDb().sql`
    insert into signing_secrets (id, organisation_id, secret, retires_at)
    values (${newId("signingSecret")}, ${organisationId}, ${encryptSigningSecret(organisationId, secret)}, now() + ${retiresInSeconds}::int * interval '1 second')`;
}

interface DeliveryInput {
  organisationId: Id<"organisation">;
  url: string;
  count?: number;
  dueInMs?: number;
  status?: TransactionStatus;
}

/**
 * Inserts outgoing events as recording does: pending, due when they were created, with a stored body. They are one
 * millisecond apart, the last due in `dueInMs`, because the order of events with the same due time is undefined.
 */
export async function makeDeliveries({
  organisationId,
  url,
  count = 1,
  dueInMs = 0,
  status = "successful",
}: DeliveryInput): Promise<string[]> {
  const rows = Array.from({ length: count }, (_, index) => ({
    id: newId("delivery"),
    session: newId("session"),
    transaction: newId("transaction"),
    due_in_ms: dueInMs - (count - 1 - index),
    body: `{"event":"transaction.received","data":{"narration":"₦ \\u0041 ${index}"}}`,
  }));
  const endpointId = await ensureWebhookEndpoint(systemDb(), { organisationId, mode: "test" }, url);
  await systemDb().sql`
    insert into webhook_deliveries (session_id, id, organisation_id, mode, transaction_id, transaction_status, webhook_endpoint_id, body,
      due_at, created_at)
    select session, id, ${organisationId}, 'test', transaction, ${status}, ${endpointId}, body,
      at, least(at, clock_timestamp())
    from json_to_recordset(${JSON.stringify(rows)}::json) as rows (id text, session text, transaction text, due_in_ms float8, body text),
      lateral (select clock_timestamp() + due_in_ms * interval '1 millisecond' as at) due`;
  return rows.map(({ id }) => id);
}

/** Inserts the event of the final status of a transaction that has an event of `pending`, due at once. Returns its id. */
export async function makeFinalDelivery(pendingId: string): Promise<string> {
  const id = newId("delivery");
  await systemDb().sql`
    insert into webhook_deliveries (session_id, id, organisation_id, mode, transaction_id, transaction_status, webhook_endpoint_id, body,
      due_at, created_at)
    select session_id, ${id}, organisation_id, mode, transaction_id, 'successful', webhook_endpoint_id, body,
      clock_timestamp(), clock_timestamp()
    from webhook_deliveries where id = ${pendingId}`;
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

/** Reads an event's current state. */
export async function readDelivery(id: string): Promise<Row | undefined> {
  const [row] = await systemDb().sql<Row[]>`
    select id, state, attempt_count, uncounted_attempts, body, delivered_at,
      (extract(epoch from due_at - clock_timestamp()) * 1000)::float8 as due_in_ms
    from webhook_deliveries where id = ${id}`;
  return row;
}

interface AttemptRow {
  number: number;
  status: number | null;
  error: string | null;
  excerpt: Buffer | null;
}

/** Lists the attempts of an event, oldest first. */
export async function readAttempts(id: string): Promise<AttemptRow[]> {
  return systemDb().sql<AttemptRow[]>`
    select number, status, error, excerpt from webhook_attempts where delivery_id = ${id} order by number`;
}

/** Makes every waiting event due now, leased ones included. */
export async function makeAllDue(): Promise<void> {
  await systemDb()
    .sql`update webhook_deliveries set due_at = clock_timestamp() - interval '1 millisecond' where state = 'pending'`;
}

interface EndpointRow {
  health: string;
  pauseReason: string | null;
  failures: number;
  failedProbes: number;
  probeInMs: number | null;
}

/** Reads a webhook endpoint's current state. */
export async function readEndpoint(id: string): Promise<EndpointRow | undefined> {
  const [row] = await systemDb().sql<EndpointRow[]>`
    select health, pause_reason, failures, failed_probes,
      (extract(epoch from next_probe_at - clock_timestamp()) * 1000)::float8 as probe_in_ms
    from webhook_endpoints where id = ${id}`;
  return row;
}

/** Makes the probe of every failing endpoint due now. */
export async function makeProbesDue(): Promise<void> {
  await systemDb()
    .sql`update webhook_endpoints set next_probe_at = clock_timestamp() - interval '1 millisecond' where next_probe_at is not null`;
}

/** Inserts the missing sessions of the events. */
export async function insertMissingSessions(): Promise<void> {
  await systemDb().sql`
    insert into sessions (session_id, organisation_id, mode, external_event_id, name, currency, terminal_fragment,
      created_at)
    select session_id, organisation_id, mode, 'event', 'Event', 'NGN', session_id, now() from webhook_deliveries
    on conflict do nothing`;
}
