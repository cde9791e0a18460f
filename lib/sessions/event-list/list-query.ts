import { type EventPhase, eventPhase } from "@/lib/core/format/event-phase";
import type { Id } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import type { Db } from "@/lib/db/client";
import { lastPaymentAt } from "./last-payment-at";

/** A stored event without its totals. */
export interface EventSummary {
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
  isArchived: boolean;
}

/** Reads all events of an organisation in one mode, archived ones too, with their phases at `now`: hundreds of rows. */
export async function readEventSummaries(
  db: Db,
  { organisationId, mode }: Scope,
  now: Date,
): Promise<EventSummary[]> {
  const rows = await db.sql<(Omit<EventSummary, "phase"> & { isClosed: boolean })[]>`
    select s.session_id, s.external_event_id, s.name, v.venue,
      c.status = 'closed' as is_closed, s.starts_at, s.ends_at, s.created_at,
      c.closed_at, s.archived_at is not null as is_archived, ${lastPaymentAt(db)} as last_payment_at,
      (select count(*)::int from terminals t where t.session_id = c.session_id) as terminal_count
    from sessions s join session_states c using (session_id) left join session_venues v on v.session_id = c.session_id
    where s.organisation_id = ${organisationId} and s.mode = ${mode}`;
  return rows.map((row) => ({ ...row, phase: eventPhase(row, now) }));
}
