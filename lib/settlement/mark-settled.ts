import { isOrganisationsConnection } from "@/lib/bank";
import type { Id } from "@/lib/core/ids";
import { formatKobo, type Kobo } from "@/lib/core/money";
import type { Day } from "@/lib/core/time";
import type { TransactionStatus } from "@/lib/core/transaction";
import type { Db } from "@/lib/db/client";
import {
  type ExceptionDetails,
  type ExceptionSource,
  openExceptions,
  type SavedNotification,
} from "@/lib/exceptions";

/** The mode and bank connection whose payments are settled, with the provider's name for display. */
export type SettlementSource = Pick<SavedNotification, "mode" | "provider" | "bankConnectionId">;

/** A waiting settlement line, joined with its recorded payment. */
interface WaitingLine {
  lineId: Id<"settlementLine">;
  paymentKey: string;
  reference: string;
  settledOn: Day;
  notificationId: Id<"notification">;
  receivedAt: Date;
  /** The amount that the bank states: gross, else net. */
  stated: Kobo;
  isNet: boolean;
  /** The recorded payment; every field is null until it is recorded. */
  transactionId: Id<"transaction"> | null;
  sessionId: Id<"session"> | null;
  organisationId: Id<"organisation"> | null;
  sequence: bigint | null;
  status: TransactionStatus | null;
  amount: Kobo | null;
  fee: Kobo | null;
  stampDuty: Kobo | null;
  isSettled: boolean | null;
}

/** A settlement line beside its recorded payment. */
type ComparedLine = Pick<
  WaitingLine,
  "reference" | "stated" | "isNet" | "status" | "amount" | "fee" | "stampDuty"
>;

/** The recorded amount that a line is compared with: gross, or net if the bank states only the net amount. */
const expectedAmount = ({ amount, isNet, fee, stampDuty }: ComparedLine): Kobo =>
  (amount ?? 0n) - (isNet ? (fee ?? 0n) + (stampDuty ?? 0n) : 0n);

/** Describes how a line differs from its payment, for display; `undefined` if they agree. */
export function describeMismatch(line: ComparedLine, isSettled: boolean): string | undefined {
  const { reference, stated, isNet, status } = line;
  const lists = `Settlement ${reference} lists ${formatKobo(stated)}${isNet ? " after fees" : ""} for this payment`;
  if (status === "failed")
    return `${lists}, which the bank had reported as failed. Ask the bank which is right.`;
  const expected = expectedAmount(line);
  if (expected !== stated)
    return `${lists}, which is recorded with ${formatKobo(expected)}. Nothing is settled until this is resolved.`;
  if (isSettled)
    return `${lists}, which another settlement has settled already. It is settled once; ask the bank about the second.`;
  return undefined;
}

const describeUnreported = ({ reference, stated }: WaitingLine) =>
  `Settlement ${reference} lists a payment of ${formatKobo(stated)} that the bank never reported. It is in no total; ask the bank for its notification.`;

/**
 * Compares the waiting settlement lines of these payments with the recorded transactions (§2.7) and settles the payments
 * that agree, each once. A line that differs, or names a failed, an already settled or a never reported payment, opens an
 * exception with both amounts; a line of a pending payment stays waiting. The caller has locked the counter rows of the
 * payments' sessions.
 */
export async function settlePayments(
  db: Db,
  source: SettlementSource,
  paymentKeys: readonly string[],
): Promise<void> {
  const agreed: WaitingLine[] = [];
  const refused: Id<"settlementLine">[] = [];
  const exceptions = new Map<Id<"notification">, { receivedAt: Date; all: ExceptionDetails[] }>();
  const settled = new Set<string>();
  for (const line of await findWaitingLines(db, source, paymentKeys)) {
    if (line.status === "pending") continue;
    const isSettled = line.isSettled === true || settled.has(line.paymentKey);
    const detail = line.transactionId ? describeMismatch(line, isSettled) : describeUnreported(line);
    if (detail === undefined) {
      agreed.push(line);
      settled.add(line.paymentKey);
      continue;
    }
    // A line of an organisation's own connection can be about its other business.
    if (!line.transactionId && isOrganisationsConnection(source.bankConnectionId)) continue;
    if (line.transactionId) refused.push(line.lineId);
    const about = exceptions.get(line.notificationId) ?? { receivedAt: line.receivedAt, all: [] };
    exceptions.set(line.notificationId, about);
    about.all.push({
      reason: line.transactionId ? "settlement_mismatch" : "settlement_unreported",
      detail,
      correlationKey: line.paymentKey,
      facts: [line.reference],
      amount: line.stated,
      recordedAmount: line.transactionId ? expectedAmount(line) : undefined,
      sessionId: line.sessionId,
      organisationId: line.organisationId,
      transactionId: line.transactionId,
    });
  }
  await applyLines(db, agreed);
  await db.sql`
    update settlement_lines set state = 'refused'
    where mode = ${source.mode} and bank_connection_id = ${source.bankConnectionId}
      and payment_key = any(${[...paymentKeys]}) and id = any(${refused})`;
  for (const [notificationId, { receivedAt, all }] of exceptions) {
    const about: ExceptionSource = { ...source, notificationId, receivedAt };
    await openExceptions(db, about, all);
  }
}

/** One lateral lookup per key: with a join over all keys, PostgreSQL without statistics scans whole index ranges. */
function findWaitingLines(
  { sql }: Db,
  { mode, bankConnectionId }: SettlementSource,
  paymentKeys: readonly string[],
) {
  return sql<WaitingLine[]>`
    select l.id as line_id, l.payment_key, l.reference, l.settled_on::text as settled_on,
      l.notification_id, l.received_at, coalesce(l.gross, l.net) as stated,
      l.gross is null as is_net, t.id as transaction_id, t.session_id,
      t.organisation_id, t.sequence as sequence, t.status, t.amount, t.fee,
      t.stamp_duty, t.settled_on is not null as is_settled
    from unnest(${[...paymentKeys]}::text[]) as listed(key)
    cross join lateral (
      select * from settlement_lines
      where mode = ${mode} and bank_connection_id = ${bankConnectionId} and payment_key = listed.key offset 0) l
    left join lateral (
      select transaction_id from payment_identities
      where mode = ${mode} and bank_connection_id = ${bankConnectionId} and payment_key = listed.key limit 1) p on true
    left join lateral (select * from transactions where id = p.transaction_id limit 1) t on true
    where l.state = 'waiting'
    order by l.received_at, l.id`;
}

/** A line to apply, with the session and sequence number of its payment. */
type Applicable = Pick<
  WaitingLine,
  "lineId" | "paymentKey" | "transactionId" | "sessionId" | "sequence" | "settledOn"
>;

/** Marks payments as settled, adds them to the totals of their settlement days and notifies the sessions' subscribers. */
export async function applyLines({ sql }: Db, lines: readonly Applicable[]): Promise<void> {
  if (lines.length === 0) return;
  const rows = lines.map(({ lineId, paymentKey, transactionId, sessionId, sequence, settledOn }) => ({
    line_id: lineId,
    payment_key: paymentKey,
    transaction_id: transactionId,
    session_id: sessionId,
    sequence: String(sequence),
    settled_on: settledOn,
  }));
  await sql`
    with line as materialized (
      select * from json_to_recordset(${JSON.stringify(rows)}::text::json) as l(line_id text, payment_key text,
        transaction_id text, session_id text, sequence bigint, settled_on date)
    ), marked as (
      update transactions t set settled_on = l.settled_on from line l
      where t.session_id = l.session_id and t.sequence = l.sequence and t.id = l.transaction_id
        and t.settled_on is null and t.status = 'successful'
      returning t.session_id, t.settled_on, t.organisation_id, t.mode, t.bank_connection_id, t.amount, l.line_id, l.payment_key
    ), applied as (
      update settlement_lines s set state = 'applied' from marked m
      where s.mode = m.mode and s.bank_connection_id = m.bank_connection_id and s.payment_key = m.payment_key
        and s.id = m.line_id
    ), totalled as (
      insert into settlement_totals as s (session_id, settled_on, organisation_id, mode, count, amount)
      select session_id, settled_on, organisation_id, mode, count(*), sum(amount) from marked group by 1, 2, 3, 4
      on conflict (session_id, settled_on)
        do update set count = s.count + excluded.count, amount = s.amount + excluded.amount
    )
    update session_states c set version = c.version + 1 from (select distinct session_id from marked) m
    where c.session_id = m.session_id
    returning pg_notify('takings', c.session_id)`;
}
