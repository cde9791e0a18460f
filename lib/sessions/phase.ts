import type { Db } from "@/lib/db/client";

/**
 * Where an event stands at a moment, as people ask for it, over `session_counters c` and `sessions s`. An event without
 * a start has begun, one without an end goes on until it is closed.
 */
export const phaseOf = ({ sql }: Db) => sql`
  case when c.status = 'closed' then 'closed'
    when s.starts_at > now() then 'upcoming'
    when s.ends_at <= now() then 'past_end'
    else 'live' end`;
