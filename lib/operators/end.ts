import type { Id } from "@/lib/core/ids";
import type { Db } from "@/lib/db/client";

/** A session that has just been closed, and the version that the close created. */
interface Closed {
  sessionId: Id<"session">;
  closedAt: Date;
  version: bigint;
}

/**
 * Ends every assignment of a session at its close: current ones end then, future ones are deleted, so that no
 * interval is empty. Payments keep their operators. A payment dated after the close is in no interval any more, so
 * its link is marked as manual. The caller has locked the session's state row.
 */
export async function endAssignments(
  { sql }: Db,
  { sessionId, closedAt, version }: Closed,
): Promise<{ ended: number }> {
  const removed = await sql`
    delete from operator_assignments where session_id = ${sessionId} and assigned_from >= ${closedAt}`;
  const ended = await sql`
    update operator_assignments set assigned_to = ${closedAt}
    where session_id = ${sessionId} and coalesce(assigned_to, 'infinity') > ${closedAt}`;
  const count = removed.count + ended.count;
  if (count > 0)
    await sql`
      update transactions set updated_in_version = ${version}
      where session_id = ${sessionId} and terminal_id is not null and operator_id is not null
        and paid_at >= ${closedAt}`;
  return { ended: count };
}
