import { notFound } from "@/lib/core/errors/errors";
import type { Id } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import type { Channel, TransactionStatus } from "@/lib/core/transaction";
import type { Db } from "@/lib/db/client";
import { paymentTime } from "@/lib/db/payment-time";
import { ownSessionCondition } from "@/lib/db/session-state";
import { type PaymentRow, paymentRows } from "@/lib/transactions";

/** Maximum rows that a list keeps and that an update contains. */
export const MAX_ROWS = 200;
/** Maximum changed payments per read; beyond it a new initial state is cheaper. */
export const MAX_CHANGED_PAYMENTS = 20_000;

/** A client's position: it has all changes up to this version, and all payments up to this sequence. */
export interface Cursor {
  version: bigint;
  sequence: bigint;
}

/** A feed's position: a cursor, and the sequence up to which it has the payments' matches with expected payments. */
export interface ReadPosition extends Cursor {
  matchedThrough: bigint;
}

/** A new or changed payment, with the fields that the figures need. */
export type ChangedPayment = [
  number: number,
  /** The stored time of payment, and below it the time that charts and figures use (`paymentTime`). */
  paidAtMs: number,
  believedAtMs: number,
  createdAtMs: number,
  channel: Channel,
  terminalId: string | null,
  status: TransactionStatus,
  amount: string,
];

/** A row of the session's totals. */
export interface TotalsRow {
  channel: Channel;
  terminalId: string;
  operatorId: Id<"operator"> | "";
  operatorName: string | null;
  status: TransactionStatus;
  count: number;
  amount: string;
}

/** A session at one version, and the changes since an earlier one. */
export interface Changes {
  at: Date;
  status: "active" | "closed";
  closedAt: Date | null;
  version: bigint;
  lastNumber: bigint;
  /** Up to this sequence, the payments are matched with expected ones; 0 in a session that has none. */
  matchedThrough: bigint;
  /** Incremented when the event's name, times, venue or archiving change. */
  detailsVersion: number;
  totals: TotalsRow[];
  /** All payments added or changed since; at most `MAX_CHANGED_PAYMENTS` of each. */
  moved: ChangedPayment[];
  /** The newest of them as list rows, newest first. */
  rows: PaymentRow[];
  /** Whether changed payments are missing from the rows. */
  isCut: boolean;
}

/**
 * Reads a session's figures and its changes since a position in one statement, so that status, totals, rows and version
 * are of one snapshot. Changed payments are found by the index `transactions_changed`, new ones by the primary key.
 * Throws `Failure("not_found")`.
 */
export async function readChanges(
  db: Db,
  scope: Scope,
  sessionId: Id<"session">,
  seen: ReadPosition,
): Promise<Changes> {
  const { sql } = db;
  const columns = sql`t.sequence, t.paid_at, ${paymentTime(db)} as believed_at, t.created_at, t.channel, t.terminal_id,
    t.status, t.amount`;
  const toMs = (at: ReturnType<typeof sql>) => sql`floor(extract(epoch from ${at}) * 1000)`;
  const [snapshot] = await sql<Changes[]>`
    with state as (
      select status, closed_at, version, last_sequence from session_states where ${ownSessionCondition(db, scope, sessionId)}
    ), fresh as (
      select ${columns} from transactions t
      where t.session_id = ${sessionId} and t.sequence > ${seen.sequence}
        and t.sequence > (select last_sequence - ${MAX_CHANGED_PAYMENTS} from state)
    ), changed as (
      select ${columns} from transactions t
      where t.session_id = ${sessionId} and t.updated_in_version > ${seen.version} and t.sequence <= ${seen.sequence}
      limit ${MAX_CHANGED_PAYMENTS}
    ), newest as (
      (select sequence from fresh order by sequence desc limit ${MAX_ROWS})
      union all
      (select sequence from changed order by sequence desc limit ${MAX_ROWS})
      union all
      -- A payment that was matched with an expected one is shown with its order; no figure changes.
      (select m.sequence from expected_payment_matches m
        where m.session_id = ${sessionId} and m.sequence > ${seen.matchedThrough} and m.sequence <= ${seen.sequence}
        order by m.sequence desc limit ${MAX_ROWS})
    ), shown as (
      ${paymentRows(db)}
      where t.session_id = ${sessionId} and t.sequence = any(array(select sequence from newest))
      order by t.sequence desc
    )
    select clock_timestamp() as at, status, closed_at, version, last_sequence as last_number,
      (select details_version from sessions where session_id = ${sessionId}) as details_version,
      coalesce((select matched_through from expected_payment_progress where session_id = ${sessionId}), 0) as matched_through,
      (select coalesce(json_agg(line), '[]') from (
        select l.channel, l.terminal_id as "terminalId", l.operator_id as "operatorId", o.name as "operatorName", l.status,
          l.count, l.amount::text
        from session_totals l left join operators o on o.session_id = l.session_id and o.id = l.operator_id
        where l.session_id = ${sessionId} and l.count > 0) line) as totals,
      (select coalesce(json_agg(json_build_array(sequence, ${toMs(sql`paid_at`)}, ${toMs(sql`believed_at`)}, ${toMs(sql`created_at`)},
          channel, terminal_id, status, amount::text)), '[]')
        from (select * from fresh union all select * from changed) moved) as moved,
      (select coalesce(json_agg(shown), '[]') from shown) as rows,
      (select count(*) > ${MAX_ROWS} from changed) as is_cut
    from state`;
  if (!snapshot) throw notFound("event");
  return snapshot;
}
