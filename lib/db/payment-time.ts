import type { PendingQuery, Row } from "postgres";
import type { Db } from "./client";

/**
 * The SQL expression of the plausible payment time of a transaction `t`: a `paid_at` before 2000 or more than a day
 * after the recording is a bank's mistake and is replaced by the time of recording. Computations (last payment,
 * inactivity, delays) use this; lists, exports and charts use `paid_at` as stored.
 */
export const paymentTime = ({ sql }: Db) => sql`
  case when t.paid_at between '2000-01-01Z' and t.created_at + interval '1 day' then t.paid_at else t.created_at end`;

/**
 * The SQL expression of the first instant after a time at the bank's precision. Many banks send whole seconds; an
 * assignment or pairing that began within that second applies. In code: `endOfMoment` of `lib/core/time.ts`.
 */
export const endOfMoment = ({ sql }: Db, time: PendingQuery<Row[]>) => sql`
  (${time} + case when date_trunc('second', ${time}) = ${time} then interval '1 second' else interval '1 millisecond' end)`;
