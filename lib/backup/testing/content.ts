import { asOrganisation, systemDb } from "@/lib/db/client";
import { OMITTED_TABLES } from "../tables";

/** Reads every table of a backup as the role that can read all rows: each row as text, sorted by that text. */
export async function readAllTables(): Promise<Record<string, string[]>> {
  const { sql } = systemDb();
  const tables = await sql<{ name: string }[]>`
    select relname::text as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
      and relname <> all (${OMITTED_TABLES}::text[]) order by 1`;
  const content: Record<string, string[]> = {};
  for (const { name } of tables) {
    const rows = await sql<{ row: string }[]>`
      select t::text as row from public.${sql(name)} t order by t::text collate "C"`;
    content[name] = rows.map(({ row }) => row);
  }
  return content;
}

/** Counts an organisation's transactions. */
export async function countTransactions(organisationId: `org_${string}`): Promise<number> {
  const [row] = await asOrganisation(
    organisationId,
    ({ sql }) => sql<{ count: number }[]>`select count(*)::int as count from transactions`,
  );
  return row?.count ?? 0;
}
