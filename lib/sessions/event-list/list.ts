import type { z } from "zod";
import type { EventPhase } from "@/lib/core/format/event-phase";
import { roleHasPermission } from "@/lib/core/roles";
import type { Scope } from "@/lib/core/scope";
import { readAsOrganisation } from "@/lib/db/client";
import { listInactive } from "@/lib/terminals";
import type { EventList, EventsQuery } from "../contract";
import { type EventListData, type EventTotals, needsOperators, readEventTotals } from "./event-totals";
import { readFirstSteps } from "./first-steps";
import { type EventSummary, readEventSummaries } from "./list-query";
import { readSparklines } from "./sparkline";
import { monthStart, summariseEvents } from "./summary";

type Query = z.output<typeof EventsQuery>;

/**
 * Lists an organisation's events, live ones first, with their takings and what needs a person, and a summary of all.
 * All totals are of one moment. Fields that a role may not see are null. Archived events are in their own part of the list
 * alone, and in no figure of the summary.
 */
export function listEvents(scope: Scope, query: Query): Promise<z.output<typeof EventList>> {
  const now = new Date();
  const month = monthStart(now, scope);
  const seesMoney = !scope.actor || roleHasPermission(scope.actor.role, "see_money");
  return readAsOrganisation(scope, async (db) => {
    const stored = await readEventSummaries(db, scope, now);
    const existing = stored.filter(({ isArchived }) => !isArchived);
    const found = stored.filter(({ name, venue, externalEventId, sessionId }) =>
      matches(query.q, [name, venue ?? "", externalEventId, sessionId]),
    );
    const chosen = found.filter((event) => isInTab(event, query.status));
    const page = chosen.sort(compareEvents).slice(0, query.limit);
    const active = existing.filter((event) => event.phase !== "closed" && event.lastPaymentAt);
    const [totals, inactive, sparklines, firstSteps] = await Promise.all([
      readEventTotals(db, scope, stored, month),
      listInactive(db, active.map(idOf), now),
      readSparklines(db, scope, page.filter((event) => event.lastPaymentAt).map(idOf)),
      readFirstSteps(db, scope, stored),
    ]);
    const details = { totals, inactive, sparklines, seesMoney };
    return {
      summary: summariseEvents(existing, details, month),
      counts: countTabs(found),
      matching: chosen.length,
      events: page.map((event) => toRow(event, details)),
      first_steps: firstSteps,
      generated_at: now,
    };
  });
}

const idOf = ({ sessionId }: EventSummary) => sessionId;

/** Lowercases and removes diacritics, so that "olaide" finds "Ọláídé". */
const normalise = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

function matches(q: string, texts: string[]): boolean {
  const words = normalise(q).split(/\s+/);
  const all = texts.map(normalise).join("\n");
  return words.every((word) => all.includes(word));
}

/** Whether an event is in a tab: archived ones only in theirs; one past its end still takes payments until it is closed. */
function isInTab({ phase, isArchived }: EventSummary, tab: Query["status"]): boolean {
  if (isArchived || tab === "archived") return isArchived && tab === "archived";
  return tab === "all" || tab === (phase === "past_end" ? "live" : phase);
}

function countTabs(events: EventSummary[]) {
  const of = (tab: Query["status"]) => events.filter((event) => isInTab(event, tab)).length;
  return {
    ...{ all: of("all"), live: of("live"), upcoming: of("upcoming"), closed: of("closed") },
    archived: of("archived"),
  };
}

const ORDER: Record<EventPhase, number> = { live: 0, past_end: 1, upcoming: 2, closed: 3 };

/**
 * Orders live events first, the latest start on top; then the next upcoming ones; then the most recently closed ones.
 */
function compareEvents(a: EventSummary, b: EventSummary): number {
  if (a.phase !== b.phase) return ORDER[a.phase] - ORDER[b.phase];
  const timeOf = ({ phase, startsAt, endsAt, createdAt, closedAt }: EventSummary) =>
    ((phase === "closed" && (endsAt ?? closedAt)) || startsAt || createdAt).getTime();
  const later = timeOf(b) - timeOf(a) || (a.sessionId < b.sessionId ? 1 : -1);
  return a.phase === "upcoming" ? -later : later;
}

function toRow(event: EventSummary, { totals: allTotals, inactive, sparklines, seesMoney }: EventListData) {
  const totals = allTotals.get(event.sessionId);
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
    taken: totals?.taken ?? 0n,
    payment_count: Number(totals?.count ?? 0n),
    spark: sparklines.get(event.sessionId) ?? [],
    inactive_terminals: inactive.get(event.sessionId) ?? [],
    needs_operators: needsOperators(event, totals),
    open_exceptions: seesMoney ? Number(totals?.exceptions ?? 0n) : null,
    is_settled: seesMoney ? isSettled(event, totals) : null,
  };
}

function isSettled({ phase }: EventSummary, totals: EventTotals | undefined): boolean {
  return phase === "closed" && totals !== undefined && totals.taken > 0n && totals.settled === totals.taken;
}
