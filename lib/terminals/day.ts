import type { z } from "zod";
import { notFound } from "@/lib/core/errors";
import type { Scope } from "@/lib/core/scope";
import { asOrganisation, type Db } from "@/lib/db/client";
import { requireSession } from "@/lib/db/guard";
import { paymentTime } from "@/lib/db/payment-time";
import { minutesIn } from "@/lib/payment-search";
import type { TerminalDay } from "./contract";
import type { TerminalOf } from "./member-commands";
import { slotStart, type TimeBuckets, timeBucketsOf } from "./time-buckets";

const STEP_MINUTES = 5;
/** So far from its place in time a payment may be told. */
const OUT_OF_ORDER = 50n;
const HOUR_MS = 60 * 60_000;
/** So many bars can be told apart in a drawer; where a terminal took for longer, each stands for more. */
const MAX_BUCKETS = 96;

/**
 * A terminal's whole day: successful payments every five minutes from its first to now (to its last, where the session
 * is closed), who was on it and which devices, latest first. Throws `Failure("not_found")`.
 */
export function getTerminalDay(scope: Scope, terminal: TerminalOf): Promise<z.output<typeof TerminalDay>> {
  return asOrganisation(scope.organisationId, async (db) => {
    const [{ status }, reach, operators, devices] = await Promise.all([
      requireSession(db, scope, terminal.sessionId),
      readReach(db, terminal),
      readOperators(db, terminal),
      readDevices(db, terminal),
    ]);
    const end = status === "closed" ? (reach.last ?? new Date()) : new Date();
    const { stepMs, ...bars } = await readBuckets(db, scope, terminal, { from: reach.first ?? end, to: end });
    return { bars: { ...bars, step_ms: stepMs }, operators, devices };
  });
}

/** When a terminal's first and last payments were made; banks tell of them a little out of order. */
async function readReach(db: Db, { sessionId, terminalId }: TerminalOf) {
  const [reach] = await db.sql<{ first: Date | null; last: Date | null }[]>`
    select min(${paymentTime(db)}) as first, max(${paymentTime(db)}) as last
    from terminals place
    left join transactions t on t.session_id = place.session_id and t.terminal_id = place.terminal_id
      and (t.terminal_number <= ${OUT_OF_ORDER} or t.terminal_number > place.last_number - ${OUT_OF_ORDER}::bigint)
    where place.session_id = ${sessionId} and place.terminal_id = ${terminalId}
    group by place.terminal_id`;
  if (!reach) throw notFound("terminal");
  return reach;
}

async function readBuckets(
  db: Db,
  scope: Scope,
  { sessionId, terminalId }: TerminalOf,
  reach: { from: Date; to: Date },
): Promise<TimeBuckets> {
  const minutes = (reach.to.getTime() - reach.from.getTime()) / 60_000;
  const stepMinutes = STEP_MINUTES * Math.max(1, Math.ceil(minutes / STEP_MINUTES / MAX_BUCKETS));
  const stepMs = stepMinutes * 60_000;
  const from = slotStart(reach.from, stepMs);
  // An hour at least, so that the first payment is no bar as wide as the chart.
  const lengthMs = Math.max(slotStart(reach.to, stepMs).getTime() + stepMs - from.getTime(), HOUR_MS);
  const to = new Date(from.getTime() + lengthMs);
  const slots = await minutesIn(db, scope, sessionId, { from, to, stepMinutes, by: "terminal" });
  return timeBucketsOf(
    slots.filter(({ key }) => key === terminalId),
    { from, stepMs, length: lengthMs / stepMs },
  );
}

const readOperators = ({ sql }: Db, { sessionId, terminalId }: TerminalOf) =>
  sql<z.output<typeof TerminalDay>["operators"]>`
    select o.id, o.name, o.role, a.assigned_from as from, a.assigned_to as to
    from operator_assignments a join operators o on o.session_id = a.session_id and o.id = a.operator_id
    where a.session_id = ${sessionId} and a.terminal_id = ${terminalId}
    order by a.assigned_from desc`;

const readDevices = ({ sql }: Db, { sessionId, terminalId }: TerminalOf) =>
  sql<z.output<typeof TerminalDay>["devices"]>`
    select device, paired_from as from, paired_to as to from device_pairings
    where session_id = ${sessionId} and terminal_id = ${terminalId} and device <> terminal_id
      and paired_from is distinct from paired_to
    order by paired_from desc, id desc`;
