import type { PendingQuery } from "postgres";
import type { Id } from "@/lib/core/ids";
import type { Db } from "@/lib/db/client";

/** One stored value that does not agree with what it follows from. */
export interface Difference {
  /** Null where the row belongs to no session. */
  sessionId: Id<"session"> | null;
  what: string;
  kept: string;
  derived: string;
}

/** One run of `takings verify`: what is compared, and where differences go. */
export interface Run {
  db: Db;
  /** Absent: all sessions, and the rows that belong to none. */
  sessionId: Id<"session"> | undefined;
  report: (found: readonly Difference[]) => void;
}

/** One kind of comparison. */
export type Check = (run: Run) => Promise<void>;

/** The condition that the row `c` is in the sessions that are compared. */
export const inScope = ({ db: { sql }, sessionId }: Run) =>
  sessionId ? sql`c.session_id = ${sessionId}` : sql`true`;

/** Rows of differences that are read at a time. */
const CURSOR_ROWS = 1_000;

/** Reports what a query finds, without holding all of it. */
export async function reportRows({ report }: Run, query: PendingQuery<Difference[]>): Promise<void> {
  await query.cursor(CURSOR_ROWS, report);
}

/** Whether plans may read and sort a whole table, until the SQL transaction ends. */
const allowScans = (sql: Db["sql"], value: "on" | "off") => sql`
  select set_config(name, ${value}, true) from unnest(array['enable_seqscan', 'enable_bitmapscan', 'enable_sort']) as name`;

/**
 * Reads pages until one is empty; each continues after the last row of the page before. Pages are read by index whatever
 * the statistics say, for a plan that reads the whole table for each page takes the square of its time.
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

/** Bytes of notifications' bodies that are read at a time: a single body can be larger. */
export const MAX_PAGE_BYTES = 8_388_608;

/** Groups rows by a key, in their order. */
export function groupBy<Key, Row>(rows: readonly Row[], keyOf: (row: Row) => Key): Map<Key, Row[]> {
  const groups = new Map<Key, Row[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group) group.push(row);
    else groups.set(keyOf(row), [row]);
  }
  return groups;
}
