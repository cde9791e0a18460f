import type { Db } from "./client";

/**
 * When a transaction `t` was paid, as far as that is believed: a time of payment before 2000 or more than a day after
 * the recording is its bank's mistake, and the time of recording stands in its place. What is computed from times (the
 * last payment, inactivity, delays) uses this; lists, exports and charts show `paid_at` as it is stored.
 */
export const paymentTime = ({ sql }: Db) => sql`
  case when t.paid_at between '2000-01-01Z' and t.created_at + interval '1 day' then t.paid_at else t.created_at end`;
