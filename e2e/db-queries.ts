import { encryptCredentials } from "@/lib/bank";
import { assertDefined } from "@/lib/core/errors/assert";
import { type Id, newId } from "@/lib/core/ids";
import { systemDb, systemTx } from "@/lib/db/client";
import { createPaymentPage } from "@/lib/payment-pages";
import { dataDir } from "./bank";

/** Runs statements in the database of the service under test as the role that reads every organisation. */
function database() {
  process.env.DATA_DIR = dataDir();
  return systemDb().sql;
}

/** Counts the rows of each table that belong to an organisation. The tables are read from PostgreSQL's catalogue. */
export async function countRowsOf(organisationId: string): Promise<Record<string, number>> {
  const sql = database();
  const tables = await sql<{ name: string }[]>`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'organisation_id'`;
  const counts = tables.map(async ({ name }) => {
    const [row] = await sql<{ count: number }[]>`
      select count(*)::int as count from ${sql(name)} where organisation_id = ${organisationId}`;
    return [name, row?.count ?? 0] as const;
  });
  return Object.fromEntries(await Promise.all(counts));
}

/** Returns the request log of an organisation as text, one JSON line per call. */
export async function readRequestLog(organisationId: string): Promise<string> {
  const rows = await database()<{ line: string }[]>`
    select to_json(r)::text as line from request_log r where organisation_id = ${organisationId}`;
  return rows.map(({ line }) => line).join("\n");
}

/** Counts the stored bank notifications that have one of these signatures. */
export async function countNotifications(signatures: string[]): Promise<number> {
  const [row] = await database()<{ count: number }[]>`
    select count(*)::int as count from bank_notifications where signature = any(${signatures})`;
  return row?.count ?? 0;
}

/** Sets a session's start to a value that no page can read. Returns a function that restores it. */
export async function setUnreadableStart(sessionId: string): Promise<() => Promise<void>> {
  const sql = database();
  const [held] = await sql<{ startsAt: Date | null }[]>`
    select starts_at as "startsAt" from sessions where session_id = ${sessionId}`;
  await sql`update sessions set starts_at = 'infinity' where session_id = ${sessionId}`;
  return async () => {
    await sql`update sessions set starts_at = ${held?.startsAt ?? null} where session_id = ${sessionId}`;
  };
}

/** Sets `paid_at` of all payments of a session, also to values that only a faulty bank sends. */
export async function storePaidAt(sessionId: string, paidAt: string): Promise<void> {
  await database()`
    update transactions set paid_at = ${paidAt}::text::timestamptz where session_id = ${sessionId}`;
}

/** Sets the number of successful transfers of one minute in the chart's totals, without recording each. */
export async function fillMinute(sessionId: string, minute: Date, count: number): Promise<void> {
  await database()`
    insert into minute_totals (session_id, minute, channel, terminal_id, organisation_id, mode, count, amount)
    select session_id, date_trunc('minute', ${minute}::timestamptz), 'bank_transfer', '', organisation_id, mode,
      ${count}, ${count}
    from sessions where session_id = ${sessionId}`;
}

/** Sets the number of a terminal's payments in the minute of its last payment, for the terminal's chart. */
export async function fillTerminal(sessionId: string, terminalId: string, count: number): Promise<void> {
  await database()`
    insert into minute_totals (session_id, minute, channel, terminal_id, organisation_id, mode, count, amount)
    select session_id, date_trunc('minute', max(paid_at)), 'pos', terminal_id, organisation_id, mode, ${count}, ${count}
    from transactions where session_id = ${sessionId} and terminal_id = ${terminalId} group by 1, 4, 5, 6
    on conflict (session_id, minute, channel, terminal_id)
    do update set count = minute_totals.count + excluded.count, amount = minute_totals.amount + excluded.amount`;
}

/** Moves the last password confirmation of a member's sign-ins an hour into the past. */
export async function expireConfirmations(memberId: string): Promise<void> {
  await database()`update sign_ins set verified_at = now() - interval '1 hour' where member_id = ${memberId}`;
}

/** Inserts a dismissed alert for a member and returns its id. */
export async function insertAlert(memberId: string): Promise<string> {
  const id = newId("memberAlert");
  await database()`
    insert into member_alerts (id, organisation_id, member_id, action, actor, details, dismissed_at)
    select ${id}, organisation_id, id, 'changed_role', 'owner@example.com', '{}', now() from members where id = ${memberId}`;
  return id;
}

/** Runs a statement in a transaction that stays open. Returns a function that ends it, and with it the locks. */
async function holdLocks(
  lock: (sql: ReturnType<typeof database>) => Promise<unknown>,
): Promise<() => Promise<void>> {
  process.env.DATA_DIR = dataDir();
  let unlock = () => {};
  const gate = new Promise<void>((resolve) => {
    unlock = resolve;
  });
  let transaction: Promise<void> = Promise.resolve();
  await new Promise<void>((locked, failed) => {
    transaction = systemTx(async ({ sql }) => {
      await lock(sql);
      locked();
      await gate;
    });
    transaction.catch(failed);
  });
  return () => {
    unlock();
    return transaction;
  };
}

/** Locks the state row of a session, so that its changes wait. Returns a function that ends the lock. */
export const lockSession = (sessionId: string): Promise<() => Promise<void>> =>
  holdLocks((sql) => sql`select 1 from session_states where session_id = ${sessionId} for update`);

/** Locks the table of expected payments, so that a page that reads it waits. Returns a function that ends the lock. */
export const lockExpectedPayments = (): Promise<() => Promise<void>> =>
  holdLocks((sql) => sql`lock table expected_payments in access exclusive mode`);

/** Counts the idempotency keys of an organisation that have an answer. */
export async function countAnsweredKeys(organisationId: string): Promise<number> {
  const [row] = await database()<{ count: number }[]>`
    select count(*)::int as count from idempotency_keys
    where organisation_id = ${organisationId} and status is not null`;
  return row?.count ?? 0;
}

/** Inserts a bank connection of an organisation, which the sandbox cannot add, unless it has one. Returns its id. */
export async function insertConnection(organisationId: string): Promise<string> {
  const sql = database();
  const owner = {
    id: newId("bankConnection"),
    organisationId: organisationId as Id<"organisation">,
    provider: "paystack" as const,
  };
  const credentials = { PAYSTACK_SECRET_KEY: "secret of the tests" };
  await sql`
    insert into bank_connections (id, organisation_id, provider, credentials)
    values (${owner.id}, ${organisationId}, 'paystack', ${encryptCredentials(owner, { credentials, outgoing: [] })})
    on conflict do nothing`;
  const [row] = await sql<{ id: string }[]>`
    select id from bank_connections where organisation_id = ${organisationId} and removed_at is null`;
  return row?.id ?? "";
}

/** Sets the mode of a session and of its payment page: the sandbox opens test events only. */
export async function setMode(sessionId: string, mode: "test" | "live"): Promise<void> {
  const sql = database();
  await sql`update sessions set mode = ${mode} where session_id = ${sessionId}`;
  await sql`update session_states set mode = ${mode} where session_id = ${sessionId}`;
  await sql`update payment_pages set mode = ${mode} where session_id = ${sessionId}`;
}

/** Creates the link to the payment page of a session of the sandbox. Returns the path. */
export async function createPaymentPagePath(sessionId: Id<"session">): Promise<string> {
  const [session] = await database()<{ organisationId: Id<"organisation"> }[]>`
    select organisation_id from sessions where session_id = ${sessionId}`;
  const scope = {
    organisationId: assertDefined(session, "the session exists").organisationId,
    mode: "test" as const,
  };
  const { url } = await createPaymentPage(scope, sessionId);
  return new URL(assertDefined(url, "a new link has an address")).pathname;
}

/** Marks the events of a session as failed for good, as after their last attempt. */
export async function failDeliveries(sessionId: string): Promise<void> {
  await database()`
    update webhook_deliveries set state = 'failed', changed_at = clock_timestamp() - interval '1 second'
    where session_id = ${sessionId}`;
}
