import { notFound } from "@/lib/core/errors";
import type { Id } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import type { Db } from "@/lib/db/client";
import { ownSessionCondition } from "@/lib/db/guard";
import { paymentTime } from "@/lib/db/payment-time";
import type { Channel, TransactionStatus } from "@/lib/db/schema";
import { type PaymentRow, paymentRows } from "@/lib/transactions";

/** As many rows as a list keeps, and as an update carries at most. */
export const MAX_ROWS = 200;
/** Over so many payments at once it is cheaper to begin again than to read each. */
export const MAX_MOVED = 20_000;

/** How far somebody has come: what they have seen is all up to this version, and up to this payment's number. */
export interface Cursor {
  version: bigint;
  number: bigint;
}

/** A payment that is new or has changed, as far as figures need it. */
export type Moved = [
  number: number,
  /** As it is stored, and as far as it is believed. */
  paidAtMs: number,
  believedAtMs: number,
  createdAtMs: number,
  channel: Channel,
  terminalId: string | null,
  status: TransactionStatus,
  amount: string,
];

/** A line of the session's totals. */
export interface TotalLine {
  channel: Channel;
  terminalId: string;
  operatorId: Id<"operator"> | "";
  operatorName: string | null;
  status: TransactionStatus;
  count: number;
  amount: string;
}

/** A session at one version, and what is not as it was at another. */
export interface Changes {
  at: Date;
  status: "active" | "closed";
  closedAt: Date | null;
  version: bigint;
  lastNumber: bigint;
  totals: TotalLine[];
  /** Every payment that came or changed since; none where they are over `MOST_MOVED`. */
  moved: Moved[];
  /** The newest of those as lists show them, newest first. */
  rows: PaymentRow[];
  /** Whether a payment that only changed is not among the rows. */
  isCut: boolean;
}

/**
 * Reads a session's figures and what moved since somebody saw it: one statement, one snapshot, so that status, totals,
 * rows and version agree. What changed is found by `transactions_changed`, what is new by the primary key.
 * Throws `Failure("not_found")`.
 */
export async function readChanges(
  db: Db,
  scope: Scope,
  sessionId: Id<"session">,
  seen: Cursor,
): Promise<Changes> {
  const { sql } = db;
  const columns = sql`t.number, t.paid_at, ${paymentTime(db)} as believed_at, t.created_at, t.channel, t.terminal_id,
    t.status, t.amount`;
  const msOf = (at: ReturnType<typeof sql>) => sql`floor(extract(epoch from ${at}) * 1000)`;
  const [snapshot] = await sql<Changes[]>`
    with state as (
      select status, closed_at, version, last_number from session_counters where ${ownSessionCondition(db, scope, sessionId)}
    ), fresh as (
      select ${columns} from transactions t
      where t.session_id = ${sessionId} and t.number > ${seen.number}
        and t.number > (select last_number - ${MAX_MOVED} from state)
    ), changed as (
      select ${columns} from transactions t
      where t.session_id = ${sessionId} and t.changed_version > ${seen.version} and t.number <= ${seen.number}
      limit ${MAX_MOVED}
    ), newest as (
      (select number from fresh order by number desc limit ${MAX_ROWS})
      union all
      (select number from changed order by number desc limit ${MAX_ROWS})
    ), shown as (
      ${paymentRows(db)}
      where t.session_id = ${sessionId} and t.number = any(array(select number from newest))
      order by t.number desc
    )
    select clock_timestamp() as at, status, closed_at as "closedAt", version, last_number as "lastNumber",
      (select coalesce(json_agg(line), '[]') from (
        select l.channel, l.terminal_id as "terminalId", l.operator_id as "operatorId", o.name as "operatorName", l.status,
          l.count, l.amount::text
        from session_totals l left join operators o on o.session_id = l.session_id and o.id = l.operator_id
        where l.session_id = ${sessionId} and l.count > 0) line) as totals,
      (select coalesce(json_agg(json_build_array(number, ${msOf(sql`paid_at`)}, ${msOf(sql`believed_at`)}, ${msOf(sql`created_at`)},
          channel, terminal_id, status, amount::text)), '[]')
        from (select * from fresh union all select * from changed) moved) as moved,
      (select coalesce(json_agg(shown), '[]') from shown) as rows,
      (select count(*) > ${MAX_ROWS} from changed) as "isCut"
    from state`;
  if (!snapshot) throw notFound("event");
  return snapshot;
}
