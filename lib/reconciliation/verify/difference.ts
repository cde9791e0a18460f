import type { PendingQuery } from "postgres";
import type { Id } from "@/lib/core/ids";
import type { Db } from "@/lib/db/client";

/** One stored value that differs from the derived value. */
export interface Difference {
  /** Null if the row belongs to no session. */
  sessionId: Id<"session"> | null;
  what: string;
  kept: string;
  derived: string;
}

/** One run of `takings verify`: its scope and the callback for differences. */
export interface Run {
  db: Db;
  /** If absent: all sessions and the rows without a session. */
  sessionId: Id<"session"> | undefined;
  report: (found: readonly Difference[]) => void;
}

/** One kind of comparison. */
export type Check = (run: Run) => Promise<void>;

/** The SQL condition that the row `c` is in the run's scope. */
export const inScope = ({ db: { sql }, sessionId }: Run) =>
  sessionId ? sql`c.session_id = ${sessionId}` : sql`true`;

/** Differences per cursor read. */
const CURSOR_ROWS = 1_000;

/** Reports the rows of a query through a cursor, with bounded memory. */
export async function reportRows({ report }: Run, query: PendingQuery<Difference[]>): Promise<void> {
  await query.cursor(CURSOR_ROWS, report);
}

/** Enables or disables sequential scans and sorts until the SQL transaction ends. */
const allowScans = (sql: Db["sql"], value: "on" | "off") => sql`
  select set_config(name, ${value}, true) from unnest(array['enable_seqscan', 'enable_bitmapscan', 'enable_sort']) as name`;

/**
 * Yields pages until one is empty; each continues after the last row of the previous page. Forces index scans: a plan
 * that scans the whole table for each page takes quadratic time.
 */
export async function* readPages<Row>(
  { db: { sql } }: Run,
  readPage: (last: Row | undefined) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  for (let last: Row | undefined; ; ) {
    await allowScans(sql, "off");
    const page = await readPage(last);
    await allowScans(sql, "on");
    if (page.length === 0) return;
    yield page;
    last = page.at(-1);
  }
}

/** Maximum total bytes of notification bodies per read; a single body can be larger. */
export const MAX_PAGE_BYTES = 8_388_608;
