import type { Db } from "./client";

/**
 * The SQL expression of the plausible payment time of a transaction `t`: a `paid_at` before 2000 or more than a day
 * after the recording is a bank's mistake and is replaced by the time of recording. Computations (last payment,
 * inactivity, delays) use this; lists, exports and charts use `paid_at` as stored.
 */
export const paymentTime = ({ sql }: Db) => sql`
  case when t.paid_at between '2000-01-01Z' and t.created_at + interval '1 day' then t.paid_at else t.created_at end`;
