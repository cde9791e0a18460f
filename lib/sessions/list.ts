import type { z } from "zod";
import type { EventPhase } from "@/lib/core/event-phase";
import { may } from "@/lib/core/roles";
import type { Scope } from "@/lib/core/scope";
import { asOrganisation } from "@/lib/db/client";
import { listInactive } from "@/lib/terminals";
import type { EventList, EventsQuery } from "./contract";
import { type EventTotals, needsOperators, readEventTotals, type Shown } from "./event-totals";
import { type EventSummary, readEventSummaries } from "./list-query";
import { readSparklines } from "./sparkline";
import { monthStart, summariseEvents } from "./summary";

type Query = z.output<typeof EventsQuery>;

/**
 * Lists an organisation's events, those that take money first, with what each has taken and what needs a person, and
 * sums all of them up. All totals are of one moment. What a role may not see is null.
 */
export function listEvents(scope: Scope, query: Query): Promise<z.output<typeof EventList>> {
  const now = new Date();
  const seesMoney = !scope.by || may(scope.by.role, "see_money");
  return asOrganisation(scope.organisationId, async (db) => {
    const known = await readEventSummaries(db, scope, now);
    const found = known.filter(({ name, venue, externalEventId, sessionId }) =>
      matches(query.q, [name, venue ?? "", externalEventId, sessionId]),
    );
    const chosen = found.filter(({ phase }) => query.status === "all" || tabOf(phase) === query.status);
    const page = chosen.sort(inOrder).slice(0, query.limit);
    const taking = known.filter((event) => event.phase !== "closed" && event.lastPaymentAt);
    const [standings, silent, sparks] = await Promise.all([
      readEventTotals(db, scope, known, monthStart(now)),
      listInactive(db, taking.map(idOf), now),
      readSparklines(db, scope, page.filter((event) => event.lastPaymentAt).map(idOf)),
    ]);
    const shown = { standings, silent, sparks, seesMoney };
    return {
      summary: summariseEvents(known, shown, now),
      counts: countTabs(found),
      matching: chosen.length,
      events: page.map((event) => presentRow(event, shown)),
      generated_at: now,
    };
  });
}

const idOf = ({ sessionId }: EventSummary) => sessionId;

/** Small letters without marks, so that "olaide" finds "Ọláídé". */
const folded = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

function matches(q: string, texts: string[]): boolean {
  const words = folded(q).split(/\s+/);
  const all = texts.map(folded).join("\n");
  return words.every((word) => all.includes(word));
}

/** An event past its end still takes payments until it is closed. */
const tabOf = (phase: EventPhase) => (phase === "past_end" ? "live" : phase);

function countTabs(events: EventSummary[]) {
  const of = (tab: string) => events.filter(({ phase }) => tabOf(phase) === tab).length;
  return { all: events.length, live: of("live"), upcoming: of("upcoming"), closed: of("closed") };
}

const ORDER: Record<EventPhase, number> = { live: 0, past_end: 1, upcoming: 2, closed: 3 };

/** Live ones first, the latest begun on top; then what comes next; then what was closed last. */
function inOrder(a: EventSummary, b: EventSummary): number {
  if (a.phase !== b.phase) return ORDER[a.phase] - ORDER[b.phase];
  const at = ({ phase, startsAt, endsAt, createdAt, closedAt }: EventSummary) =>
    ((phase === "closed" && (endsAt ?? closedAt)) || startsAt || createdAt).getTime();
  const later = at(b) - at(a) || (a.sessionId < b.sessionId ? 1 : -1);
  return a.phase === "upcoming" ? -later : later;
}

function presentRow(event: EventSummary, { standings, silent, sparks, seesMoney }: Shown) {
  const standing = standings.get(event.sessionId);
  return {
    session_id: event.sessionId,
    external_event_id: event.externalEventId,
    name: event.name,
    venue: event.venue,
    phase: event.phase,
    starts_at: event.startsAt,
    ends_at: event.endsAt,
    created_at: event.createdAt,
    closed_at: event.closedAt,
    last_payment_at: event.lastPaymentAt,
    taken: standing?.taken ?? 0n,
    payment_count: Number(standing?.count ?? 0n),
    spark: sparks.get(event.sessionId) ?? [],
    silent_terminals: silent.get(event.sessionId) ?? [],
    needs_operators: needsOperators(event, standing),
    open_exceptions: seesMoney ? Number(standing?.exceptions ?? 0n) : null,
    is_settled: seesMoney ? isSettled(event, standing) : null,
  };
}

function isSettled({ phase }: EventSummary, standing: EventTotals | undefined): boolean {
  return (
    phase === "closed" && standing !== undefined && standing.taken > 0n && standing.settled === standing.taken
  );
}
