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
