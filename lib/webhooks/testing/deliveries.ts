import { type Id, newId } from "@/lib/core/ids";
import { systemDb } from "@/lib/db/client";
import { newSigningSecret } from "@/lib/security/signing-secret";
import { ensureEndpoint } from "../endpoint";

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
    values (${newId("signingSecret")}, ${organisationId}, ${secret}, now() + ${retiresInSeconds}::int * interval '1 second')`;
}

interface Given {
  organisationId: Id<"organisation">;
  url: string;
  count?: number;
  dueInMs?: number;
}

/** Writes outgoing events as recording does: pending, due when they were made, with a frozen body. */
export async function makeDeliveries({
  organisationId,
  url,
  count = 1,
  dueInMs = 0,
}: Given): Promise<string[]> {
  const rows = Array.from({ length: count }, (_, index) => ({
    id: newId("delivery"),
    session: newId("session"),
    transaction: newId("transaction"),
    body: `{"event":"transaction.received","data":{"narration":"₦ \\u0041 ${index}"}}`,
  }));
  const endpointId = await ensureEndpoint(systemDb(), { organisationId, mode: "test" }, url);
  await systemDb().sql`
    insert into deliveries (session_id, id, organisation_id, mode, transaction_id, transaction_status, endpoint_id, body,
      due_at, created_at)
    select session, id, ${organisationId}, 'test', transaction, 'successful', ${endpointId}, body,
      clock_timestamp() + ${dueInMs} * interval '1 millisecond', clock_timestamp()
    from json_to_recordset(${JSON.stringify(rows)}::json) as rows (id text, session text, transaction text, body text)`;
  return rows.map(({ id }) => id);
}

interface Row {
  id: string;
  state: string;
  attemptCount: number;
  body: string;
  dueInMs: number;
  deliveredAt: Date | null;
}

/** An event as it stands. */
export async function readDelivery(id: string): Promise<Row | undefined> {
  const [row] = await systemDb().sql<Row[]>`
    select id, state, attempt_count as "attemptCount", body, delivered_at as "deliveredAt",
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
