import type { Id } from "@/lib/core/ids";
import type { RowOf } from "@/lib/db/rows";
import type { transactions } from "@/lib/db/schema";
import type { Run } from "./difference";

/** Tables whose rows are compared with those of all sessions: the generations of accounts, and the pairings of devices. */
const COMPARED_WHOLE = ["sessions", "session_states", "device_pairings"];

/**
 * Copies the tables of a distributed database (`drizzle/citus.sql`) into temporary ones of the same names, which statements find
 * before those: comparisons then join rows that are all on the coordinator. The rows of the run's session, or all; they are
 * dropped with the SQL transaction.
 */
export async function copyDistributedTables(run: Run): Promise<void> {
  const { db, sessionId } = run;
  const { sql } = db;
  // The first statement of the transaction: afterwards a read-only one stays so.
  await sql`set transaction read write`;
  const extension = await sql`select from pg_extension where extname = 'citus'`;
  if (extension.length === 0) return;
  const tables = await sql`
    select relname as name from pg_dist_partition join pg_class on oid = logicalrelid order by 1`;
  const isCopied = sessionId
    ? sql`session_id = any(${[sessionId, ...(await findOtherSessions(run))]}::text[])`
    : sql`true`;
  for (const name of tables.map((table) => String(table.name))) {
    const rows = sql`select * from ${sql(`public.${name}`)} where ${COMPARED_WHOLE.includes(name) ? sql`true` : isCopied}`;
    await sql`create temporary table ${sql(name)} (like ${sql(`public.${name}`)} including indexes) on commit drop`;
    await sql`insert into ${sql(name)} ${rows}`;
  }
}

/** Lists the sessions in which payments of the session's exceptions and reversals are recorded. */
async function findOtherSessions({ db: { sql }, sessionId }: Run): Promise<Id<"session">[]> {
  const rows = await sql<RowOf<typeof transactions, "sessionId">[]>`
    select distinct session_id from transactions where id = any(array(
      select transaction_id from exceptions where session_id = ${sessionId ?? ""}
      union select transaction_id from reversals where session_id = ${sessionId ?? ""}))`;
  return rows.map((row) => row.sessionId);
}
