import type { Id } from "@/lib/core/ids";
import type { Kobo } from "@/lib/core/money";
import type { Scope } from "@/lib/core/scope";
import type { Db } from "@/lib/db/client";

interface Volume {
  count: number;
  total: Kobo;
}

/**
 * Sums the open exceptions of payments by card, USSD, QR or another channel that §2.5 has no value for, which are in no
 * total of §2.6: those made to a session's account or devices, and those of all events of the organisation.
 */
export async function sumOtherChannels(
  { sql }: Db,
  { organisationId, mode }: Scope,
  sessionId: Id<"session">,
): Promise<{ session: Volume; organisation: Volume }> {
  const [sums] = await sql<{ own: number; ownTotal: Kobo; all: number; allTotal: Kobo }[]>`
    select count(*) filter (where session_id = ${sessionId})::int as own,
      coalesce(sum(amount) filter (where session_id = ${sessionId}), 0)::bigint as own_total,
      count(*)::int as all, coalesce(sum(amount), 0)::bigint as all_total
    from exceptions
    where organisation_id = ${organisationId} and mode = ${mode} and reason = 'unsupported_channel'
      and resolved_at is null`;
  const { own = 0, ownTotal = 0n, all = 0, allTotal = 0n } = sums ?? {};
  return { session: { count: own, total: ownTotal }, organisation: { count: all, total: allTotal } };
}
