import { assertDefined } from "@/lib/core/errors/assert";
import { formatKobo } from "@/lib/core/money";
import type { Scope } from "@/lib/core/scope";
import { dayIn, parseInstant } from "@/lib/core/time";
import { DAY_MS } from "@/lib/core/time/durations";
import type { Db } from "@/lib/db/client";
import type { RowOf } from "@/lib/db/rows";
import type { alertCauses, sessions } from "@/lib/db/schema";
import { env } from "@/lib/env";
import { minutesQuery } from "@/lib/minute-totals";
import type { Condition } from "./conditions";

/** A summary that could not be sent at its hour, because nothing ran, is still sent for this long. */
const MAX_LATE_MS = 12 * 3_600_000;

/** Returns the latest time, not after `now`, at which it was `hour` o'clock (0 to 23) in the business's time zone. */
export function lastTimeAt(hour: number, now: Date): Date {
  const { businessTimeZone } = env();
  const at = (day: Date) => {
    const text = `${dayIn(businessTimeZone, day)}T${String(hour).padStart(2, "0")}:00:00`;
    return assertDefined(parseInstant(text, businessTimeZone), "every day has every hour");
  };
  const today = at(now);
  return today <= now ? today : at(new Date(now.getTime() - DAY_MS));
}

/**
 * Returns the daily summaries that are due for these hours, each of the 24 hours before. The figures of one that is already a
 * cause are not read again.
 */
export async function dueSummaries(
  db: Db,
  scope: Scope,
  hours: readonly number[],
  now: Date,
): Promise<Condition[]> {
  const times = [...new Set(hours)]
    .map((hour) => lastTimeAt(hour, now))
    .filter((at) => now.getTime() - at.getTime() < MAX_LATE_MS);
  if (times.length === 0) return [];
  const existing = await db.sql<RowOf<typeof alertCauses, "subject">[]>`
    select subject from alert_causes
    where organisation_id = ${scope.organisationId} and kind = 'daily_summary' and ended_at is null`;
  const subjects = new Set(existing.map(({ subject }) => subject));
  return Promise.all(times.map((to) => summarise(db, scope, to, subjects.has(to.toISOString()))));
}

async function summarise(db: Db, scope: Scope, to: Date, isKnown: boolean): Promise<Condition> {
  const from = new Date(to.getTime() - DAY_MS);
  const condition = { subject: to.toISOString(), sessionIds: [] };
  if (isKnown) return { ...condition, details: {} };
  const [events, openExceptions] = await Promise.all([
    readTakings(db, scope, { from, to }),
    countOpenExceptions(db, scope),
  ]);
  const details = { from: from.toISOString(), to: to.toISOString(), events, open_exceptions: openExceptions };
  return { ...condition, details };
}

interface EventTakings extends RowOf<typeof sessions, "sessionId" | "name"> {
  count: bigint;
  amount: bigint;
}

/** The payments of each event in a time range, the largest takings first. Only events with payments since its start are read. */
async function readTakings(db: Db, scope: Scope, range: { from: Date; to: Date }) {
  const recent = await db.sql<RowOf<typeof sessions, "sessionId">[]>`
    select session_id from session_states
    where organisation_id = ${scope.organisationId} and mode = ${scope.mode} and last_created_at >= ${range.from}
      and last_sequence > 0`;
  if (recent.length === 0) return [];
  const ids = recent.map(({ sessionId }) => sessionId);
  const rows = await db.sql<EventTakings[]>`
    select session_id, s.name, sum(count)::bigint as count, sum(amount)::bigint as amount
    from (${minutesQuery(db, scope, ids, range)}) one join sessions s using (session_id)
    group by session_id, s.name order by amount desc, session_id`;
  return rows.map(({ sessionId, name, count, amount }) => ({
    session_id: sessionId,
    name,
    count: Number(count),
    amount: formatKobo(amount),
  }));
}

async function countOpenExceptions({ sql }: Db, { organisationId, mode }: Scope): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from exceptions
    where organisation_id = ${organisationId} and mode = ${mode} and resolved_at is null`;
  return row?.count ?? 0;
}
