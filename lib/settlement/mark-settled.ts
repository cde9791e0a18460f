import { isOrganisationsConnection } from "@/lib/bank";
import type { Id } from "@/lib/core/ids";
import { groupBy } from "@/lib/core/keys";
import { formatKobo, type Kobo } from "@/lib/core/money";
import type { Day } from "@/lib/core/time";
import type { Db } from "@/lib/db/client";
import type { RowOf } from "@/lib/db/rows";
import type { exceptions, settlementLines, transactions } from "@/lib/db/schema";
import { notifySession } from "@/lib/db/session-state";
import { env } from "@/lib/env";
import {
  type ExceptionDetails,
  type ExceptionSource,
  openExceptions,
  type SavedNotification,
} from "@/lib/exceptions";

/** The mode and bank connection whose payments are settled, with the provider's name for display. */
export type SettlementSource = Pick<SavedNotification, "mode" | "provider" | "bankConnectionId">;

/** A waiting settlement line. */
interface StatedLine
  extends RowOf<typeof settlementLines, "paymentKey" | "reference" | "notificationId" | "receivedAt"> {
  lineId: Id<"settlementLine">;
  settledOn: Day;
  /** The amount that the bank states: gross, else net. */
  stated: Kobo;
  isNet: boolean;
  /** The recorded payment; null until it is recorded. */
  transactionId: Id<"transaction"> | null;
}

/** What a line is compared with. */
type RecordedPayment = RowOf<
  typeof transactions,
  "id" | "sessionId" | "organisationId" | "sequence" | "status" | "amount" | "fee" | "stampDuty" | "settledOn"
>;

/** A waiting line with the facts of its payment, which are absent until it is recorded. */
interface WaitingLine extends StatedLine, Partial<Omit<RecordedPayment, "id" | "settledOn">> {
  isSettled: boolean;
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

const describeUnrecorded = ({ reference, stated }: WaitingLine, isReported: boolean) => {
  const lists = `Settlement ${reference} lists a payment of ${formatKobo(stated)} that`;
  return isReported
    ? `${lists} is not recorded. It is in no total; the exception that its report opened decides about it.`
    : `${lists} the bank never reported. It is in no total; ask the bank for its notification.`;
};

/**
 * Compares the waiting settlement lines of these payments with the recorded transactions (§2.7) and settles the payments
 * that agree, each once. A line that differs, or names a failed, an already settled or an unrecorded payment, opens an
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
  const opened = new Map<Id<"notification">, { receivedAt: Date; all: ExceptionDetails[] }>();
  const settled = new Set<string>();
  const lines = await findWaitingLines(db, source, paymentKeys);
  const reported = await findReported(
    db,
    source,
    lines.flatMap(({ transactionId, paymentKey }) => (transactionId ? [] : paymentKey)),
  );
  for (const line of lines) {
    if (line.status === "pending") continue;
    const isSettled = line.isSettled || settled.has(line.paymentKey);
    const detail = line.transactionId
      ? describeMismatch(line, isSettled)
      : describeUnrecorded(line, reported.has(line.paymentKey));
    if (detail === undefined) {
      agreed.push(line);
      settled.add(line.paymentKey);
      continue;
    }
    // A line of an organisation's own connection can be about its other business.
    if (!line.transactionId && isOrganisationsConnection(source.bankConnectionId)) continue;
    if (line.transactionId) refused.push(line.lineId);
    const about = opened.get(line.notificationId) ?? { receivedAt: line.receivedAt, all: [] };
    opened.set(line.notificationId, about);
    about.all.push({
      reason: line.transactionId ? "settlement_mismatch" : "settlement_unreported",
      detail,
      correlationKey: line.paymentKey,
      facts: [line.reference],
      amount: line.stated,
      recordedAmount: line.transactionId ? expectedAmount(line) : undefined,
      sessionId: line.sessionId ?? null,
      organisationId: line.organisationId ?? null,
      transactionId: line.transactionId,
    });
  }
  await applyLines(db, agreed);
  await db.sql`
    update settlement_lines set state = 'refused'
    where mode = ${source.mode} and bank_connection_id = ${source.bankConnectionId}
      and payment_key = any(${[...paymentKeys]}) and id = any(${refused})`;
  for (const [notificationId, { receivedAt, all }] of opened) {
    const about: ExceptionSource = { ...source, notificationId, receivedAt };
    await openExceptions(db, about, all);
  }
}

/** One lateral lookup per key: with a join over all keys, PostgreSQL without statistics scans whole index ranges. */
async function findWaitingLines(
  db: Db,
  { mode, bankConnectionId }: SettlementSource,
  paymentKeys: readonly string[],
): Promise<WaitingLine[]> {
  const lines = await db.sql<StatedLine[]>`
    select l.id as line_id, l.payment_key, l.reference, l.settled_on::text as settled_on,
      l.notification_id, l.received_at, coalesce(l.gross, l.net) as stated,
      l.gross is null as is_net, p.transaction_id
    from unnest(${[...paymentKeys]}::text[]) as listed(key)
    cross join lateral (
      select * from settlement_lines
      where mode = ${mode} and bank_connection_id = ${bankConnectionId} and payment_key = listed.key offset 0) l
    left join lateral (
      select transaction_id from payment_identities
      where mode = ${mode} and bank_connection_id = ${bankConnectionId} and payment_key = listed.key limit 1) p on true
    where l.state = 'waiting'
    order by l.received_at, l.id`;
  const ids = lines.flatMap(({ transactionId }) => transactionId ?? []);
  const recorded = new Map((await findRecorded(db, ids)).map(({ id, ...payment }) => [id, payment]));
  return lines.map((line) => {
    const { settledOn = null, ...facts } = (line.transactionId && recorded.get(line.transactionId)) || {};
    return { ...line, ...facts, isSettled: settledOn !== null };
  });
}

/** Returns those of the payments whose report opened an exception instead of recording them. */
async function findReported(
  { sql }: Db,
  { mode, bankConnectionId }: SettlementSource,
  paymentKeys: readonly string[],
): Promise<ReadonlySet<string>> {
  if (paymentKeys.length === 0) return new Set();
  const rows = await sql<RowOf<typeof exceptions, "correlationKey">[]>`
    select distinct correlation_key from exceptions
    where mode = ${mode} and bank_connection_id = ${bankConnectionId} and correlation_key = any(${[...paymentKeys]})
      and credit is not null`;
  return new Set(rows.map(({ correlationKey }) => correlationKey));
}

/** One lateral lookup per id, where one server has all sessions. */
function findRecorded({ sql }: Db, ids: readonly Id<"transaction">[]) {
  const found = env().isDatabaseDistributed
    ? sql`transactions t where t.id = any(${[...ids]}::text[])`
    : sql`unnest(${[...ids]}::text[]) as listed(id)
      cross join lateral (select * from transactions where id = listed.id limit 1) t`;
  return sql<RecordedPayment[]>`
    select t.id, t.session_id, t.organisation_id, t.sequence, t.status, t.amount, t.fee, t.stamp_duty,
      t.settled_on::text as settled_on
    from ${found}`;
}

/** A line to apply, with the session and sequence number of its payment. */
type Applicable = Pick<
  WaitingLine,
  "lineId" | "paymentKey" | "transactionId" | "sessionId" | "sequence" | "settledOn"
>;

/** A line whose payment was marked as settled. */
type Applied = RowOf<typeof settlementLines, "id" | "paymentKey" | "mode" | "bankConnectionId">;

/** Marks payments as settled, adds them to the totals of their settlement days and notifies the sessions' subscribers. */
export async function applyLines(db: Db, lines: readonly Applicable[]): Promise<void> {
  for (const [sessionId, own] of groupBy(lines, (line) => line.sessionId))
    if (sessionId) await applySessionLines(db, sessionId, own);
}

/** Applies the lines of one session's payments: a distributed database writes one session in a statement. */
async function applySessionLines(
  db: Db,
  sessionId: Id<"session">,
  lines: readonly Applicable[],
): Promise<void> {
  const { sql } = db;
  const rows = lines.map(({ lineId, paymentKey, transactionId, sequence, settledOn }) => ({
    line_id: lineId,
    payment_key: paymentKey,
    transaction_id: transactionId,
    sequence: String(sequence),
    settled_on: settledOn,
  }));
  const applied = await sql<Applied[]>`
    with line as materialized (
      select * from json_to_recordset(${JSON.stringify(rows)}::text::json) as l(line_id text, payment_key text,
        transaction_id text, sequence bigint, settled_on date)
    ), marked as (
      update transactions t set settled_on = l.settled_on from line l
      where t.session_id = ${sessionId} and t.sequence = l.sequence and t.id = l.transaction_id
        and t.settled_on is null and t.status = 'successful'
      returning t.session_id, t.settled_on, t.organisation_id, t.mode, t.bank_connection_id, t.amount, l.line_id, l.payment_key
    ), totalled as (
      insert into settlement_totals as s (session_id, settled_on, organisation_id, mode, count, amount)
      select session_id, settled_on, organisation_id, mode, count(*), sum(amount) from marked group by 1, 2, 3, 4
      on conflict (session_id, settled_on)
        do update set count = s.count + excluded.count, amount = s.amount + excluded.amount
    ), changed as (
      update session_states set version = version + 1
      where session_id = ${sessionId} and exists (select from marked)
    )
    select line_id as id, mode, bank_connection_id, payment_key from marked`;
  if (applied.length === 0) return;
  await sql`
    update settlement_lines s set state = 'applied'
    from json_to_recordset(${JSON.stringify(applied)}::text::json) as m(
      id text, mode text, "bankConnectionId" text, "paymentKey" text)
    where s.mode = m.mode and s.bank_connection_id = m."bankConnectionId" and s.payment_key = m."paymentKey" and s.id = m.id`;
  await notifySession(db, sessionId);
}
