import type { z } from "zod";
import { notFound } from "@/lib/core/errors/errors";
import { eventPhase } from "@/lib/core/format/event-phase";
import { type Id, terminalLabel } from "@/lib/core/ids";
import type { Volume } from "@/lib/core/money";
import type { Scope } from "@/lib/core/scope";
import { type Db, readSnapshot } from "@/lib/db/client";
import type { RowOf } from "@/lib/db/rows";
import type { sessionStates, sessions, sessionTotals } from "@/lib/db/schema";
import { sumTotals } from "@/lib/db/totals";
import { chartRange, minutesQuery } from "@/lib/minute-totals";
import type { Comparison, ComparisonQuery } from "./contract";
import type { ComparisonKind } from "./labels";

/** The hours of an event that have a row of their own; later payments are in one row. */
const MAX_HOURS = 48;

type EventTimes = RowOf<typeof sessions, "startsAt" | "endsAt" | "createdAt"> &
  RowOf<typeof sessionStates, "closedAt"> & { isClosed: boolean };
type ComparedEvent = RowOf<typeof sessions, "sessionId" | "name"> &
  EventTimes & {
    /** The start from which the hours are counted: the event's, else its first payment. */
    hoursFrom: Date | null;
  };
type EventTotal = RowOf<typeof sessionTotals, "sessionId" | "count" | "amount">;

/** The amount of one event and one row. Rows are shown by ascending `place`, then by descending amount of all events. */
interface Part extends EventTotal {
  key: string;
  label: string;
  place: number;
}

/**
 * Compares the successful payments of events by hour since the start, channel, terminal or operator. All amounts are of one
 * snapshot, and each event's rows add up to its total. Operators of the same name are one row. Throws
 * `Failure("not_found")` unless every event is the caller's.
 */
export function compareEvents(
  scope: Scope,
  { events: ids, by }: ComparisonQuery,
): Promise<z.output<typeof Comparison>> {
  return readSnapshot(scope, async (db) => {
    const events = await readEvents(db, scope, ids);
    const parts = await READERS[by](db, scope, events);
    const totals = await readTotals(db, ids);
    const now = new Date();
    return {
      by,
      as_of: now,
      events: events.map(({ sessionId, name, hoursFrom, ...times }) => ({
        session_id: sessionId,
        name,
        starts_at: hoursFrom,
        schedule: toSchedule(times, now),
        total: totals.get(sessionId) ?? NOTHING,
      })),
      rows: toRows(events, by === "hour" ? completeHours(events, parts, totals) : parts),
    };
  });
}

const NOTHING: Volume = { count: 0, amount: 0n };

const toSchedule = (times: EventTimes, now: Date) => ({
  phase: eventPhase(times, now),
  starts_at: times.startsAt,
  ends_at: times.endsAt,
  created_at: times.createdAt,
  closed_at: times.closedAt,
});

/** Reads the events in the given order. Throws `Failure("not_found")` if one is missing. */
async function readEvents(
  { sql }: Db,
  { organisationId, mode }: Scope,
  ids: Id<"session">[],
): Promise<ComparedEvent[]> {
  const events = await sql<ComparedEvent[]>`
    select s.session_id, s.name, s.starts_at, s.ends_at, s.created_at, c.closed_at, c.status = 'closed' as is_closed,
      coalesce(s.starts_at, (
        select min(t.paid_at) from transactions t where t.session_id = s.session_id and t.status = 'successful')) as hours_from
    from sessions s join session_states c using (session_id) join unnest(${ids}::text[]) with ordinality as asked(session_id, place) using (session_id)
    where s.organisation_id = ${organisationId} and s.mode = ${mode} order by asked.place`;
  if (events.length < ids.length) throw notFound("session");
  return events;
}

/** Reads the total of each event from the maintained totals. */
async function readTotals({ sql }: Db, ids: Id<"session">[]): Promise<Map<Id<"session">, Volume>> {
  const rows = await sql<EventTotal[]>`
    select session_id, sum(count)::bigint as count, sum(amount)::bigint as amount from session_totals
    where session_id = any(${ids}::text[]) and status = 'successful' group by session_id`;
  return new Map(rows.map(({ sessionId, ...total }) => [sessionId, sumTotals([total])]));
}

type Reader = (db: Db, scope: Scope, events: ComparedEvent[]) => Promise<Part[]>;
const idsOf = (events: ComparedEvent[]) => events.map(({ sessionId }) => sessionId);

const READERS: Record<ComparisonKind, Reader> = {
  async hour(db, scope, events) {
    const { sql } = db;
    const starts = events.map(({ hoursFrom }) => hoursFrom?.toISOString() ?? null);
    const rows = await sql<(EventTotal & { hour: number })[]>`
      select m.session_id, greatest(-1, least(${MAX_HOURS},
          floor(extract(epoch from m.minute - date_trunc('minute', s.starts_at)) / 3600)))::int as hour,
        sum(m.count)::bigint as count, sum(m.amount)::bigint as amount
      from (${minutesQuery(db, scope, idsOf(events), chartRange(new Date()))}) m
      join unnest(${idsOf(events)}::text[], ${starts}::text[]::timestamptz[]) as s(session_id, starts_at) using (session_id)
      group by 1, 2`;
    return rows.map(({ sessionId, hour, ...part }) => ({ ...toHourPart(sessionId, hour), ...part }));
  },
  async channel({ sql }, _, events) {
    return sql<Part[]>`
      select session_id, channel as key, case channel when 'pos' then 'POS' else 'Bank transfer' end as label,
        case channel when 'bank_transfer' then 0 else 1 end as place, sum(count)::bigint as count, sum(amount)::bigint as amount
      from session_totals where session_id = any(${idsOf(events)}::text[]) and status = 'successful' group by 1, 2, 3, 4`;
  },
  async terminal({ sql }, _, events) {
    const rows = await sql<(EventTotal & { position: number | null })[]>`
      select o.session_id, t.position, sum(o.count)::bigint as count, sum(o.amount)::bigint as amount
      from session_totals o left join terminals t on t.session_id = o.session_id and t.terminal_id = o.terminal_id
      where o.session_id = any(${idsOf(events)}::text[]) and o.status = 'successful' group by 1, 2`;
    return rows.map(({ position, ...part }) =>
      position === null
        ? { ...part, key: "", label: "No terminal", place: Number.MAX_SAFE_INTEGER }
        : { ...part, key: String(position), label: terminalLabel(position), place: position },
    );
  },
  async operator({ sql }, _, events) {
    const rows = await sql<(EventTotal & { name: string | null })[]>`
      select o.session_id, p.name, sum(o.count)::bigint as count, sum(o.amount)::bigint as amount
      from session_totals o left join operators p on p.session_id = o.session_id and p.id = o.operator_id
      where o.session_id = any(${idsOf(events)}::text[]) and o.status = 'successful' group by 1, 2`;
    return rows.map(({ name, ...part }) =>
      name === null
        ? { ...part, key: "", label: "Unassigned", place: 1 }
        : { ...part, key: name, label: name, place: 0 },
    );
  },
};

function hourLabel(hour: number): string {
  if (hour < 0) return "Before the start";
  return hour < MAX_HOURS ? `Hour ${hour + 1}` : `After ${MAX_HOURS} hours`;
}

const toHourPart = (sessionId: Id<"session">, hour: number) => ({
  sessionId,
  key: String(hour),
  label: hourLabel(hour),
  place: hour,
});

/** Adds the hours without payments in between, and what is in no hour: payments whose stored time is implausible. */
function completeHours(events: ComparedEvent[], parts: Part[], totals: Map<Id<"session">, Volume>): Part[] {
  const hours = parts.map(({ place }) => place).filter((hour) => hour >= 0 && hour < MAX_HOURS);
  const gaps = [];
  for (let hour = Math.min(...hours); hour < Math.max(...hours); hour++)
    for (const { sessionId } of events.slice(0, 1))
      gaps.push({ ...toHourPart(sessionId, hour), count: 0n, amount: 0n });
  const rest = events.flatMap(({ sessionId }) => {
    const total = totals.get(sessionId) ?? NOTHING;
    const inHours = sumTotals(parts.filter((part) => part.sessionId === sessionId));
    const count = BigInt(total.count - inHours.count);
    if (count === 0n) return [];
    const amount = total.amount - inHours.amount;
    return [{ sessionId, key: "none", label: "Time unknown", place: MAX_HOURS + 1, count, amount }];
  });
  return [...parts, ...gaps, ...rest];
}

/** Joins the parts of each row. */
function toRows(events: ComparedEvent[], parts: Part[]): z.output<typeof Comparison>["rows"] {
  const keys = [...new Map(parts.map(({ key, label, place }) => [key, { key, label, place }])).values()];
  const rows = keys.map(({ key, label, place }) => {
    const own = parts.filter((part) => part.key === key);
    const values = events.map(({ sessionId }) =>
      sumTotals(own.filter((part) => part.sessionId === sessionId)),
    );
    return { key, label, place, values, amount: sumTotals(values).amount };
  });
  rows.sort((a, b) => a.place - b.place || (a.amount < b.amount ? 1 : 0) - (a.amount > b.amount ? 1 : 0));
  return rows.map(({ key, label, values }) => ({ key, label, values }));
}
