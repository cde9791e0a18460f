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

/** One check of `takings verify`, of one session or of all. */
export type Check = (db: Db, sessionId?: Id<"session">) => Promise<Difference[]>;

/** The condition that the row `c` is in the requested session. */
export const inScope = ({ sql }: Db, sessionId?: Id<"session">) =>
  sessionId ? sql`c.session_id = ${sessionId}` : sql`true`;

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
