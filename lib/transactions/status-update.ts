import { type BankCredit, readCredit } from "@/lib/bank";
import { type Id, newId } from "@/lib/core/ids";
import type { Db } from "@/lib/db/client";
import {
  findNotification,
  findSavedNotification,
  openException,
  resolveAnswered,
  type SavedNotification,
  saveNotification,
} from "@/lib/exceptions";
import { settlePayments } from "@/lib/settlement";
import { eventBody } from "./event";
import type { Incoming } from "./recording-row";
import { type TransactionRow, transactionColumns } from "./rows";
import { classifyUpdate, type Recorded, type StatusUpdate } from "./status-transition";

/** Which transaction a payment's identity stands for. */
export interface ExistingPayment {
  sessionId: Id<"session">;
  organisationId: Id<"organisation">;
  transactionId: Id<"transaction">;
}

/** Finds the transaction that a payment's identity stands for, if it was recorded. */
export async function findExistingPayment(
  { sql }: Db,
  { mode, bankConnectionId }: Pick<SavedNotification, "mode" | "bankConnectionId">,
  paymentKey: string,
): Promise<ExistingPayment | undefined> {
  const [known] = await sql<ExistingPayment[]>`
    select p.session_id as "sessionId", c.organisation_id as "organisationId", p.transaction_id as "transactionId"
    from payments p join session_counters c using (session_id)
    where p.mode = ${mode} and p.bank_connection_id = ${bankConnectionId} and p.payment_key = ${paymentKey}
      and p.transaction_id is not null`;
  return known;
}

type Held = TransactionRow &
  Pick<Recorded, "account"> &
  Pick<SavedNotification, "mode" | "provider" | "bankConnectionId" | "noticeId"> & {
    number: bigint;
    paymentKey: string;
  };

/**
 * Holds the session's counter row and reads the transaction as it stands now, by its id alone: given the session too,
 * a database without statistics would rather read the whole of it.
 */
async function hold(db: Db, { sessionId, transactionId }: ExistingPayment): Promise<Held> {
  await db.sql`select from session_counters where session_id = ${sessionId} for update`;
  const [held] = await db.sql<Held[]>`
    select ${transactionColumns(db)}, t.number, t.mode, t.provider, t.bank_connection_id as "bankConnectionId",
      t.payment_key as "paymentKey", t.notice_id as "noticeId", s.account_number as account
    from (select * from transactions where id = ${transactionId} offset 0) t join sessions s using (session_id)
    where t.session_id = ${sessionId}`;
  if (!held) throw new Error(`Broken guarantee: payment identity without transaction ${transactionId}`);
  return held;
}

/** The credit that recorded a transaction, read from its notification as the adapter of then read it. */
export async function readRecordedCredit(db: Db, noticeId: Id<"notice">): Promise<BankCredit | undefined> {
  const notification = await findNotification(db, noticeId);
  return notification && readCredit(notification.provider, notification.adapterVersion, notification.body);
}

/**
 * Takes a later notice about a recorded payment: moves a pending one to its final status, also after the session's
 * close, for it was accepted before; keeps everything else, and what contradicts as an exception.
 */
export async function applyStatusUpdate(
  db: Db,
  incoming: Incoming,
  known: ExistingPayment,
): Promise<StatusUpdate> {
  const { credit, notice } = incoming;
  // The very same bytes have had their effect, even where a person has since moved the payment to another account.
  if (await findSavedNotification(db, notice, credit.paymentKey, known.sessionId)) {
    await retryLater(db, known);
    return "repeat";
  }
  const held = await hold(db, known);
  const owner = { sessionId: known.sessionId, organisationId: known.organisationId };
  const subject = credit.paymentKey;
  // The bank goes on naming the account that was paid into, also where a person had the payment recorded in another session.
  const original = await readRecordedCredit(db, held.noticeId);
  const account = original?.account || held.account;
  const word = classifyUpdate({ ...held, account, devices: original?.devices ?? [] }, credit);
  await retryLater(db, known);
  // The notification that recorded the payment stays stored as that, also where it is processed again.
  const keep = (outcome: "exception" | "status") =>
    notice.noticeId === held.noticeId
      ? held.noticeId
      : saveNotification(db, notice, { ...owner, subject, outcome });
  if (word === "conflict" || word === "contradiction") {
    const noticeId = await keep("exception");
    await openException(
      db,
      { ...notice, noticeId },
      {
        ...owner,
        credit,
        subject,
        reason: word === "conflict" ? "conflicting_repeat" : "contradicting_status",
        recordedAmount: held.amount,
        transactionId: known.transactionId,
        detail:
          word === "conflict"
            ? `The bank told ${held.id} again with another amount, currency, channel, account or device. The first stands.`
            : `The bank had said that ${held.id} is ${held.status} and now says ${credit.status}. The first stands.`,
      },
    );
    return word;
  }
  await keep("status");
  if (word === "advance") await advance(db, { ...held, status: credit.status }, owner.organisationId);
  return word;
}

/** A notification about a payment that waits for the bank's confirmation has the bank asked again at once. */
async function retryLater({ sql }: Db, { sessionId, transactionId }: ExistingPayment): Promise<void> {
  await sql`
    update confirmations set due_at = least(due_at, clock_timestamp())
    where session_id = ${sessionId} and transaction_id = ${transactionId}`;
}

/**
 * Gives a transaction that is still pending its final status, and resolves the exceptions that it answers but the one
 * that the caller resolves. Answers whether it was pending.
 */
export async function finish(
  db: Db,
  known: ExistingPayment,
  status: "successful" | "failed",
  callersException?: string,
): Promise<boolean> {
  const held = await hold(db, known);
  if (held.status !== "pending") return false;
  await advance(db, { ...held, status }, known.organisationId, callersException);
  return true;
}

/** Gives a pending transaction its final status: links, totals, settlement, event and wake-up in this SQL transaction. */
async function advance(
  db: Db,
  final: Held,
  organisationId: Id<"organisation">,
  callersException?: string,
): Promise<void> {
  const { id, number, session_id: sessionId, status, amount } = final;
  await db.sql`
    with advanced as (
      update transactions set status = ${status},
        changed_version = (select version + 1 from session_counters where session_id = ${sessionId})
      where session_id = ${sessionId} and number = ${number}
      returning channel, coalesce(terminal_id, '') as terminal_id, coalesce(operator_id, '') as operator_id, mode
    ), confirmed as (
      delete from confirmations where session_id = ${sessionId} and transaction_id = ${id}
    ), totalled as (
      insert into session_totals as s (session_id, channel, terminal_id, operator_id, status, organisation_id, mode, count, amount)
      select ${sessionId}, channel, terminal_id, operator_id, change.status, ${organisationId}, mode, change.count, change.count * ${amount}::bigint
      from advanced cross join (values ('pending', -1), (${status}::text, 1)) as change(status, count)
      on conflict (session_id, channel, terminal_id, operator_id, status)
        do update set count = s.count + excluded.count, amount = s.amount + excluded.amount
    ), bumped as (
      update session_counters set version = version + 1 where session_id = ${sessionId}
    ), queued as (
      insert into deliveries (session_id, id, organisation_id, mode, transaction_id, transaction_status, endpoint_id, body, due_at, created_at)
      select s.session_id, ${newId("delivery")}, s.organisation_id, s.mode, ${id}, ${status}, s.endpoint_id,
        ${eventBody(final)}, clock_timestamp(), clock_timestamp()
      from sessions s where s.session_id = ${sessionId} and s.endpoint_id is not null
      on conflict (session_id, transaction_id, transaction_status) do nothing
    )
    select pg_notify('takings', ${sessionId}), pg_notify('takings_events', '')`;
  await resolveAnswered(db, {
    source: final,
    subject: final.paymentKey,
    reasons: ["not_confirmed"],
    resolution: "recorded",
    transactionId: id,
    isOfTransaction: true,
  });
  await resolveAnswered(db, {
    source: final,
    subject: final.paymentKey,
    reasons: ["unknown_destination", "session_closed"],
    resolution: "recorded",
    transactionId: id,
    credit: { amount, currency: final.currency, status },
    except: callersException,
  });
  await settlePayments(db, final, [final.paymentKey]);
}
