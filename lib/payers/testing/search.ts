import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { longRunningSnapshot } from "@/lib/db/client";

/** Columns that hold neither text nor bytes. */
const OTHER_TYPES = "^(boolean|integer|bigint|real|double precision|date|timestamp.*)$";

/**
 * Searches every column of every table for these texts, without regard to case, and bytes as UTF-8. Returns the columns that
 * contain one, as `table.column: text`.
 */
export function findInDatabase(texts: readonly string[]): Promise<string[]> {
  return longRunningSnapshot(async ({ sql }) => {
    const columns = await sql<{ table: string; column: string; type: string }[]>`
      select c.relname::text as table, a.attname::text as column, format_type(a.atttypid, null) as type
      from pg_attribute a join pg_class c on c.oid = a.attrelid
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
        and format_type(a.atttypid, null) !~ ${OTHER_TYPES} order by 1, 2`;
    const found: string[] = [];
    for (const { table, column, type } of columns) {
      const isInColumn =
        type === "bytea"
          ? sql`position(convert_to(n.text, 'UTF8') in c.${sql(column)}) > 0`
          : sql`position(lower(n.text) in lower(c.${sql(column)}::text)) > 0`;
      const rows = await sql<{ text: string }[]>`
        select n.text from unnest(${[...texts]}::text[]) as n(text)
        where exists (select from public.${sql(table)} c where ${isInColumn})`;
      found.push(...rows.map(({ text }) => `${table}.${column}: ${text}`));
    }
    return found;
  });
}

/** Searches the files of a folder for a text, without the database's own. Returns their paths. */
export function findInFiles(folder: string, text: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === "postgres" ? [] : findInFiles(file, text);
    return entry.isFile() && readFileSync(file).includes(text) ? file : [];
  });
}
