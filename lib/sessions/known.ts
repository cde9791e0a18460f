import type { Id } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import type { Db } from "@/lib/db/client";
import type { EventPhase } from "./contract";
import { lastPaidAt } from "./last-paid";
import { phaseOf } from "./phase";

/** An event as it is kept, without its money. */
export interface KnownEvent {
  sessionId: Id<"session">;
  externalEventId: string;
  name: string;
  venue: string | null;
  phase: EventPhase;
  startsAt: Date | null;
  endsAt: Date | null;
  createdAt: Date;
  closedAt: Date | null;
  lastPaymentAt: Date | null;
  terminalCount: number;
}

/** All events of an organisation in one mode: hundreds, and a line each. */
export function readKnown(db: Db, { organisationId, mode }: Scope): Promise<KnownEvent[]> {
  return db.sql<KnownEvent[]>`
    select s.session_id as "sessionId", s.external_event_id as "externalEventId", s.name, v.venue,
      ${phaseOf(db)} as phase, s.starts_at as "startsAt", s.ends_at as "endsAt", s.created_at as "createdAt",
      c.closed_at as "closedAt", ${lastPaidAt(db)} as "lastPaymentAt",
      (select count(*)::int from terminals t where t.session_id = s.session_id) as "terminalCount"
    from sessions s join session_counters c using (session_id) left join session_venues v using (session_id)
    where s.organisation_id = ${organisationId} and s.mode = ${mode}`;
}
