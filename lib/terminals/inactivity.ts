import { type Id, terminalLabel } from "@/lib/core/ids";
import type { Db } from "@/lib/db/client";
import { paymentTime } from "@/lib/db/payment-time";

/** A terminal becomes inactive after this time at the earliest. */
const INACTIVE_AFTER_MS = 10 * 60_000;
/** Number of usual gaps that must pass: a terminal with a payment every five minutes stays active for 25. */
const USUAL_GAPS = 5;
/** The usual gap is computed from this many last payments, because a terminal's cadence changes during an event. */
const LAST_PAYMENTS = 50;

/** A terminal's recent payment cadence. */
export interface PaymentCadence {
  terminalId: string;
  /** When its last payment was made, except failed ones; null if it has none. */
  lastPaymentAt: Date | null;
  /** The median time between its last payments; null if there are fewer than two. */
  usualGapMs: number | null;
}

/**
 * Returns when a terminal becomes inactive without another payment: ten minutes after its last payment, or five of
 * its usual gaps if those are longer. Undefined if it has no payments. Applies only to active events.
 */
export function inactiveFrom({
  lastPaymentAt,
  usualGapMs,
}: Omit<PaymentCadence, "terminalId">): Date | undefined {
  return lastPaymentAt
    ? new Date(lastPaymentAt.getTime() + Math.max(INACTIVE_AFTER_MS, USUAL_GAPS * (usualGapMs ?? 0)))
    : undefined;
}

/** SQL for the cadence `r` of a terminal `terminal`: about fifty rows by index, regardless of the number of payments. */
const cadenceQuery = (db: Db) => db.sql`(
  select max(paid_at) as last,
    percentile_cont(0.5) within group (order by extract(epoch from paid_at - earlier) * 1000) as gap
  from (
    select paid_at, lag(paid_at) over (order by paid_at) as earlier
    from (
      select ${paymentTime(db)} as paid_at from transactions t
      where t.session_id = terminal.session_id and t.terminal_id = terminal.terminal_id and t.status <> 'failed'
      order by t.terminal_sequence desc limit ${LAST_PAYMENTS}
    ) latest
  ) gaps
) r`;

/** Reads the cadence of each terminal of a session. */
export function readCadences(db: Db, sessionId: Id<"session">): Promise<PaymentCadence[]> {
  return db.sql<PaymentCadence[]>`
    select terminal.terminal_id, r.last as last_payment_at, r.gap::float8 as usual_gap_ms
    from terminals terminal cross join lateral ${cadenceQuery(db)}
    where terminal.session_id = ${sessionId}
    order by terminal.position`;
}

interface CadenceRow extends Omit<PaymentCadence, "terminalId"> {
  sessionId: Id<"session">;
  position: number;
}

/** Lists the inactive terminals of the caller's active sessions at a moment: labels by session. */
export async function listInactive(
  db: Db,
  sessionIds: Id<"session">[],
  now: Date,
): Promise<Map<Id<"session">, string[]>> {
  const rows = await db.sql<CadenceRow[]>`
    select terminal.session_id, terminal.position, r.last as last_payment_at,
      r.gap::float8 as usual_gap_ms
    from terminals terminal cross join lateral ${cadenceQuery(db)}
    where terminal.session_id = any(${sessionIds}::text[]) and terminal.last_sequence > 0
    order by terminal.session_id, terminal.position`;
  const inactive = new Map<Id<"session">, string[]>();
  for (const { sessionId, position, ...cadence } of rows) {
    const from = inactiveFrom(cadence);
    if (from && from <= now)
      inactive.set(sessionId, [...(inactive.get(sessionId) ?? []), terminalLabel(position)]);
  }
  return inactive;
}
