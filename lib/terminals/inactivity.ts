import { type Id, terminalLabel } from "@/lib/core/ids";
import type { Db } from "@/lib/db/client";
import { paymentTime } from "@/lib/db/payment-time";

/** No terminal is called silent before this. */
export const INACTIVE_AFTER_MS = 10 * 60_000;
/** So many of its usual gaps must have passed: one that takes something every five minutes is let be for 25. */
const USUAL_GAPS = 5;
/** What is usual is read off its last payments: a gate's rhythm at ten is not that of six o'clock. */
const LAST_PAYMENTS = 50;

/** How a terminal has been taking lately. */
export interface PaymentCadence {
  terminalId: string;
  /** When its last payment was made, failed ones apart; null: none yet, it was not heard from. */
  lastPaymentAt: Date | null;
  /** The median time between its last payments; null where there are not two. */
  usualGapMs: number | null;
}

/**
 * When a terminal is called silent if nothing comes: ten minutes after its last payment, or five of its usual gaps
 * where those are longer. Undefined for one that was never heard from. Only an event that is active has silence.
 */
export function inactiveFrom({
  lastPaymentAt,
  usualGapMs,
}: Omit<PaymentCadence, "terminalId">): Date | undefined {
  return lastPaymentAt
    ? new Date(lastPaymentAt.getTime() + Math.max(INACTIVE_AFTER_MS, USUAL_GAPS * (usualGapMs ?? 0)))
    : undefined;
}

/** The rhythm `r` of a terminal `place`: some fifty rows by index, whatever it took. */
const cadenceOf = (db: Db) => db.sql`(
  select max(paid_at) as last,
    percentile_cont(0.5) within group (order by extract(epoch from paid_at - earlier) * 1000) as gap
  from (
    select paid_at, lag(paid_at) over (order by paid_at) as earlier
    from (
      select ${paymentTime(db)} as paid_at from transactions t
      where t.session_id = place.session_id and t.terminal_id = place.terminal_id and t.status <> 'failed'
      order by t.terminal_number desc limit ${LAST_PAYMENTS}
    ) latest
  ) gaps
) r`;

/** The rhythm of each terminal of a session. */
export function readCadences(db: Db, sessionId: Id<"session">): Promise<PaymentCadence[]> {
  return db.sql<PaymentCadence[]>`
    select place.terminal_id as "terminalId", r.last as "lastPaymentAt", r.gap::float8 as "usualGapMs"
    from terminals place cross join lateral ${cadenceOf(db)}
    where place.session_id = ${sessionId}
    order by place.position`;
}

interface Taking extends Omit<PaymentCadence, "terminalId"> {
  sessionId: Id<"session">;
  position: number;
}

/** Which terminals of sessions that are the caller's and active are silent at a moment, by session and label. */
export async function listInactive(
  db: Db,
  sessionIds: Id<"session">[],
  now: Date,
): Promise<Map<Id<"session">, string[]>> {
  const rows = await db.sql<Taking[]>`
    select place.session_id as "sessionId", place.position, r.last as "lastPaymentAt",
      r.gap::float8 as "usualGapMs"
    from terminals place cross join lateral ${cadenceOf(db)}
    where place.session_id = any(${sessionIds}::text[]) and place.last_number > 0
    order by place.session_id, place.position`;
  const silent = new Map<Id<"session">, string[]>();
  for (const { sessionId, position, ...rhythm } of rows) {
    const at = inactiveFrom(rhythm);
    if (at && at <= now) silent.set(sessionId, [...(silent.get(sessionId) ?? []), terminalLabel(position)]);
  }
  return silent;
}
