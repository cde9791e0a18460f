import type { PendingQuery, Row } from "postgres";
import type { Db } from "./client";

/**
 * The SQL expression of the first instant after a time at the bank's precision. Many banks send whole seconds; an
 * assignment or pairing that began within that second applies. In code: `endOfMoment` of `lib/core/time.ts`.
 */
export const endOfMoment = ({ sql }: Db, time: PendingQuery<Row[]>) => sql`
  (${time} + case when date_trunc('second', ${time}) = ${time} then interval '1 second' else interval '1 millisecond' end)`;
