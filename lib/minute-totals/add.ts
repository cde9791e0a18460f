import type { PendingQuery, Row } from "postgres";
import type { Id } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import type { Db } from "@/lib/db/client";

/**
 * The INSERT that adds the successful payments of `source` to a session's minute totals. `source` names a query with
 * the columns `status, minute, channel, terminal_id` (`""` for none) and `amount`.
 */
export const addToMinuteTotals = (
  { sql }: Db,
  { sessionId, organisationId, mode }: Scope & { sessionId: Id<"session"> },
  source: PendingQuery<Row[]>,
) => sql`
  insert into minute_totals as m (session_id, minute, channel, terminal_id, organisation_id, mode, count, amount)
  select ${sessionId}, minute, channel, terminal_id, ${organisationId}, ${mode}, count(*), sum(amount)
  from ${source} where status = 'successful' group by 2, 3, 4
  on conflict (session_id, minute, channel, terminal_id)
    do update set count = m.count + excluded.count, amount = m.amount + excluded.amount`;
