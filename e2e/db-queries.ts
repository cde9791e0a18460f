import { newId } from "@/lib/core/ids";
import { systemDb } from "@/lib/db/client";
import { dataDir } from "./bank";

/** The database of the service under test, seen whole. */
function database() {
  process.env.DATA_DIR = dataDir();
  return systemDb().sql;
}

/** How many rows of each table are an organisation's. The tables are those of the catalogue. */
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

/** How many notices with one of these signatures were kept. */
export async function countNotices(signatures: string[]): Promise<number> {
  const [row] = await database()<{ count: number }[]>`
    select count(*)::int as count from notices where signature = any(${signatures})`;
  return row?.count ?? 0;
}

/** Gives an event a start that no page can read. Answers how to take it back. */
export async function makeUnreadable(sessionId: string): Promise<() => Promise<void>> {
  const sql = database();
  const [held] = await sql<{ startsAt: Date | null }[]>`
    select starts_at as "startsAt" from sessions where session_id = ${sessionId}`;
  await sql`update sessions set starts_at = 'infinity' where session_id = ${sessionId}`;
  return async () => {
    await sql`update sessions set starts_at = ${held?.startsAt ?? null} where session_id = ${sessionId}`;
  };
}

/** Stores another time of payment with all of a session's payments, such as a bank may have sent by mistake. */
export async function storePaidAt(sessionId: string, paidAt: string): Promise<void> {
  await database()`
    update transactions set paid_at = ${paidAt}::text::timestamptz where session_id = ${sessionId}`;
}

/** Has a chart show so many successful transfers in a minute, without recording each. */
export async function fillMinute(sessionId: string, minute: Date, count: number): Promise<void> {
  await database()`
    insert into catalogue_minutes (session_id, minute, channel, terminal_id, organisation_id, mode, count, amount)
    select session_id, date_trunc('minute', ${minute}::timestamptz), 'bank_transfer', '', organisation_id, mode,
      ${count}, ${count}
    from sessions where session_id = ${sessionId}`;
}

/** Has so many payments of a terminal stand in the minute of its last payment, for its own chart. */
export async function fillTerminal(sessionId: string, terminalId: string, count: number): Promise<void> {
  await database()`
    insert into catalogue_minutes (session_id, minute, channel, terminal_id, organisation_id, mode, count, amount)
    select session_id, date_trunc('minute', max(paid_at)), 'pos', terminal_id, organisation_id, mode, ${count}, ${count}
    from transactions where session_id = ${sessionId} and terminal_id = ${terminalId} group by 1, 4, 5, 6`;
}

/** Has a member's sign-ins look as if the password had been given an hour ago. */
export async function ageSignIns(memberId: string): Promise<void> {
  await database()`update sign_ins set verified_at = now() - interval '1 hour' where member_id = ${memberId}`;
}

/** Gives a member an alert that is dismissed already, and returns its id. */
export async function insertAlert(memberId: string): Promise<string> {
  const id = newId("memberAlert");
  await database()`
    insert into member_alerts (id, organisation_id, member_id, action, actor, details, dismissed_at)
    select ${id}, organisation_id, id, 'changed_role', 'owner@example.com', '{}', now() from members where id = ${memberId}`;
  return id;
}
