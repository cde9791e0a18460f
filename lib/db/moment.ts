import type { PendingQuery, Row } from "postgres";
import type { Db } from "./client";

/**
 * The first moment that is later than a time at the bank's precision, in SQL: many banks give whole seconds, and an
 * assignment or a pairing that began within that second counts for them. In code: `endOfMoment` of `lib/core/time.ts`.
 */
export const endOfMoment = ({ sql }: Db, time: PendingQuery<Row[]>) => sql`
  (${time} + case when date_trunc('second', ${time}) = ${time} then interval '1 second' else interval '1 millisecond' end)`;
