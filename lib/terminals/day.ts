import type { z } from "zod";
import { notFound } from "@/lib/core/errors/errors";
import type { Scope } from "@/lib/core/scope";
import { HOUR_MS } from "@/lib/core/time/durations";
import { type Db, readAsOrganisation } from "@/lib/db/client";
import { paymentTime } from "@/lib/db/payment-time";
import { requireSession } from "@/lib/db/session-state";
import { readMinutesIn } from "@/lib/minute-totals";
import type { TerminalDay } from "./contract";
import type { TerminalReference } from "./pair";
import { bucketStart, type TimeBuckets, toTimeBuckets } from "./time-buckets";

const STEP_MINUTES = 5;
/** Payments are reported out of order by at most this many. */
const OUT_OF_ORDER = 50n;
/** Maximum number of bars that are distinguishable in a drawer; for longer days each bar covers more time. */
const MAX_BUCKETS = 96;

/**
 * Gets a terminal's complete day: successful payments in five-minute buckets from the first payment to now (to the
 * last, if the session is closed), its operators and devices, latest first. Throws `Failure("not_found")`.
 */
export function getTerminalDay(
  scope: Scope,
  terminal: TerminalReference,
): Promise<z.output<typeof TerminalDay>> {
  return readAsOrganisation(scope, async (db) => {
    const [{ status }, period, operators, devices] = await Promise.all([
      requireSession(db, scope, terminal.sessionId),
      readPeriod(db, terminal),
      readOperators(db, terminal),
      readDevices(db, terminal),
    ]);
    const end = status === "closed" ? (period.last ?? new Date()) : new Date();
    const { stepMs, ...bars } = await readBuckets(db, scope, terminal, {
      from: period.first ?? end,
      to: end,
    });
    return { bars: { ...bars, step_ms: stepMs }, operators, devices };
  });
}

/** Reads the times of a terminal's first and last payments; banks report them slightly out of order. */
async function readPeriod(db: Db, { sessionId, terminalId }: TerminalReference) {
  const [period] = await db.sql<{ first: Date | null; last: Date | null }[]>`
    select min(${paymentTime(db)}) as first, max(${paymentTime(db)}) as last
    from terminals terminal
    left join transactions t on t.session_id = terminal.session_id and t.terminal_id = terminal.terminal_id
      and (t.terminal_sequence <= ${OUT_OF_ORDER} or t.terminal_sequence > terminal.last_sequence - ${OUT_OF_ORDER}::bigint)
    where terminal.session_id = ${sessionId} and terminal.terminal_id = ${terminalId}
    group by terminal.terminal_id`;
  if (!period) throw notFound("terminal");
  return period;
}

async function readBuckets(
  db: Db,
  scope: Scope,
  { sessionId, terminalId }: TerminalReference,
  period: { from: Date; to: Date },
): Promise<TimeBuckets> {
  const minutes = (period.to.getTime() - period.from.getTime()) / 60_000;
  const stepMinutes = STEP_MINUTES * Math.max(1, Math.ceil(minutes / STEP_MINUTES / MAX_BUCKETS));
  const stepMs = stepMinutes * 60_000;
  const from = bucketStart(period.from, stepMs);
  // At least an hour, so that the first payment's bar is not as wide as the chart.
  const lengthMs = Math.max(bucketStart(period.to, stepMs).getTime() + stepMs - from.getTime(), HOUR_MS);
  const to = new Date(from.getTime() + lengthMs);
  const buckets = await readMinutesIn(db, scope, sessionId, { from, to, stepMinutes, by: "terminal" });
  return toTimeBuckets(
    buckets.filter(({ key }) => key === terminalId),
    { from, stepMs, length: lengthMs / stepMs },
  );
}

const readOperators = ({ sql }: Db, { sessionId, terminalId }: TerminalReference) =>
  sql<z.output<typeof TerminalDay>["operators"]>`
    select o.id, o.name, o.role, a.assigned_from as from, a.assigned_to as to
    from operator_assignments a join operators o on o.session_id = a.session_id and o.id = a.operator_id
    where a.session_id = ${sessionId} and a.terminal_id = ${terminalId}
    order by a.assigned_from desc`;

const readDevices = ({ sql }: Db, { sessionId, terminalId }: TerminalReference) =>
  sql<z.output<typeof TerminalDay>["devices"]>`
    select device, paired_from as from, paired_to as to from device_pairings
    where session_id = ${sessionId} and terminal_id = ${terminalId} and device <> terminal_id
      and paired_from is distinct from paired_to
    order by paired_from desc, id desc`;
