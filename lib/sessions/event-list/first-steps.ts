import type { z } from "zod";
import type { Scope } from "@/lib/core/scope";
import type { Db } from "@/lib/db/client";
import type { EventList } from "../contract";
import type { EventSummary } from "./list-query";

interface Found {
  hasOperator: boolean;
  hasColleague: boolean;
  hasTestPayment: boolean;
}

/**
 * Reads what a new organisation has done so far, from what exists. Returns null once an event of the mode has been closed or
 * every step is done: the organisation is not new any more.
 */
export async function readFirstSteps(
  { sql }: Db,
  { organisationId, mode }: Scope,
  events: EventSummary[],
): Promise<z.output<typeof EventList>["first_steps"]> {
  if (events.some(({ phase }) => phase === "closed")) return null;
  const [found] = await sql<Found[]>`
    select
      exists (select from operators where organisation_id = ${organisationId} and mode = ${mode}) as has_operator,
      (select count(*) > 1 from members where organisation_id = ${organisationId}) as has_colleague,
      exists (
        select from sessions s join session_states c using (session_id)
        where s.organisation_id = ${organisationId} and s.mode = 'test' and c.last_sequence > 0
      ) as has_test_payment`;
  const latest = events.reduce<EventSummary | undefined>(
    (last, event) => (last && last.createdAt > event.createdAt ? last : event),
    undefined,
  );
  const steps = {
    session_id: latest?.sessionId ?? null,
    has_operator: found?.hasOperator ?? false,
    has_colleague: found?.hasColleague ?? false,
    has_test_payment: found?.hasTestPayment ?? false,
  };
  return Object.values(steps).every(Boolean) ? null : steps;
}
