import { type BankCredit, readCredit } from "@/lib/bank";
import { type Id, newId } from "@/lib/core/ids";
import type { Db } from "@/lib/db/client";
import { addToTotals } from "@/lib/db/totals";
import {
  findNotification,
  findSavedNotification,
  openCreditException,
  resolveObsoleteExceptions,
  type SavedNotification,
  saveNotification,
} from "@/lib/exceptions";
import { settlePayments } from "@/lib/settlement";
import { currentTraceparent } from "@/lib/tracing";
import { transactionEventTargets } from "@/lib/webhooks";
import { serializeEventBody } from "./event";
import type { IncomingCredit } from "./recording/recording-row";
import { type TransactionRow, transactionColumns } from "./rows";
import { classifyUpdate, type Recorded, type UpdateClassification } from "./status-transition";

/** The transaction recorded under a payment's identity. */
export interface ExistingPayment {
  sessionId: Id<"session">;
  organisationId: Id<"organisation">;
  transactionId: Id<"transaction">;
}

/** Finds the transaction recorded under a payment's identity; `undefined` if there is none. */
export async function findExistingPayment(
  { sql }: Db,
  { mode, bankConnectionId }: Pick<SavedNotification, "mode" | "bankConnectionId">,
  paymentKey: string,
): Promise<ExistingPayment | undefined> {
  const [existing] = await sql<ExistingPayment[]>`
    select p.session_id, s.organisation_id, p.transaction_id
    from payment_identities p join sessions s using (session_id)
    where p.mode = ${mode} and p.bank_connection_id = ${bankConnectionId} and p.payment_key = ${paymentKey}
      and p.transaction_id is not null`;
  return existing;
}

type LockedTransaction = TransactionRow &
  Pick<Recorded, "account"> & { webhookEndpointId: Id<"webhookEndpoint"> | null } & Pick<
    SavedNotification,
    "mode" | "provider" | "bankConnectionId" | "notificationId"
  > & {
    sequence: bigint;
    paymentKey: string;
  };

/**
 * Locks the session's state row and reads the transaction's current row by its id alone: with the session in the same
 * condition, a planner without statistics scans the whole session.
 */
async function lockTransaction(
  db: Db,
  { sessionId, transactionId }: ExistingPayment,
): Promise<LockedTransaction> {
  await db.sql`select from session_states where session_id = ${sessionId} for update`;
  const [locked] = await db.sql<LockedTransaction[]>`
    select ${transactionColumns(db)}, t.sequence, t.mode, t.provider, t.bank_connection_id,
      t.payment_key, t.notification_id, s.account_number as account, s.webhook_endpoint_id
    from (select * from transactions where id = ${transactionId} offset 0) t join sessions s using (session_id)
    where t.session_id = ${sessionId}`;
  if (!locked) throw new Error(`Broken guarantee: payment identity without transaction ${transactionId}`);
  return locked;
}

/** Re-reads the credit of a stored notification with the adapter version that read it originally. */
export async function readRecordedCredit(
  db: Db,
  notificationId: Id<"notification">,
): Promise<BankCredit | undefined> {
  const notification = await findNotification(db, notificationId);
  return notification && readCredit(notification.provider, notification.adapterVersion, notification.body);
}

/**
 * Applies a later bank notification about a recorded payment. Saves the notification, unless the same bytes are already
 * saved. Moves a pending payment to its final status, also after the session's close, because the payment was accepted
 * before it. Opens an exception for a notification that contradicts the record. Returns how the notification was
 * classified.
 */
export async function applyStatusUpdate(
  db: Db,
  incoming: IncomingCredit,
  existing: ExistingPayment,
): Promise<UpdateClassification> {
  const { credit, notification } = incoming;
  // Identical bytes have already been applied, even if a member has since recorded the payment in another session.
  if (await findSavedNotification(db, notification, credit.paymentKey, existing.sessionId)) {
    await confirmSoon(db, existing);
    return "repeat";
  }
  const locked = await lockTransaction(db, existing);
  const owner = { sessionId: existing.sessionId, organisationId: existing.organisationId };
  const correlationKey = credit.paymentKey;
  // Compare with the account that was originally reported: the session can have another number of the same reservation, and
  // a member may have recorded the payment in another session.
  const original = await readRecordedCredit(db, locked.notificationId);
  const account = original ? original.account : locked.account;
  const update = classifyUpdate({ ...locked, account, devices: original?.devices ?? [] }, credit);
  await confirmSoon(db, existing);
  // If the notification that recorded the payment is processed again, its stored outcome stays "recorded".
  const save = (outcome: "exception" | "status") =>
    notification.notificationId === locked.notificationId
      ? locked.notificationId
      : saveNotification(db, notification, { ...owner, correlationKey, outcome });
  if (update === "conflict" || update === "contradiction") {
    const notificationId = await save("exception");
    await openCreditException(
      db,
      { ...notification, notificationId },
      {
        ...owner,
        credit,
        correlationKey,
        reason: update === "conflict" ? "conflicting_repeat" : "contradicting_status",
        recordedAmount: locked.amount,
        transactionId: existing.transactionId,
        detail:
          update === "conflict"
            ? `The bank reported ${locked.id} again with another amount, currency, channel, account or device. The first report is kept.`
            : `The bank reported ${locked.id} as ${locked.status} and now reports it as ${credit.status}. The first status is kept.`,
      },
    );
    return update;
  }
  await save("status");
  if (update === "advance") await advance(db, { ...locked, status: credit.status }, owner.organisationId);
  return update;
}

/**
 * Requests the bank's confirmation of a payment that was recorded as pending, because a later notification reports the
 * success; changes nothing if it is requested already or the payment is final.
 */
export async function requestConfirmation(
  { sql }: Db,
  { credit, notification }: IncomingCredit,
  { sessionId, transactionId, organisationId }: ExistingPayment,
): Promise<void> {
  await sql`
    insert into payment_confirmations (session_id, transaction_id, organisation_id, mode, provider, bank_connection_id,
      payment_key, due_at)
    select ${sessionId}, ${transactionId}, ${organisationId}, ${notification.mode}, ${notification.provider},
      ${notification.bankConnectionId}, ${credit.paymentKey}, clock_timestamp()
    from transactions where session_id = ${sessionId} and id = ${transactionId} and status = 'pending'
      and amount = ${credit.amount}
    on conflict (session_id, transaction_id) do nothing`;
}

/** Makes a payment's outstanding bank confirmation due now. */
async function confirmSoon({ sql }: Db, { sessionId, transactionId }: ExistingPayment): Promise<void> {
  await sql`
    update payment_confirmations set due_at = least(due_at, clock_timestamp())
    where session_id = ${sessionId} and transaction_id = ${transactionId}`;
}

/**
 * Gives a pending transaction its final status and resolves the exceptions that this answers, except
 * `callersException`, which the caller resolves. Returns false, with nothing changed, if it was not pending.
 */
export async function finalizeTransaction(
  db: Db,
  existing: ExistingPayment,
  status: "successful" | "failed",
  callersException?: string,
): Promise<boolean> {
  const locked = await lockTransaction(db, existing);
  if (locked.status !== "pending") return false;
  await advance(db, { ...locked, status }, existing.organisationId, callersException);
  return true;
}

/**
 * Writes a pending transaction's final status and what depends on it: totals, session version, webhook events, NOTIFY,
 * resolved exceptions and settlement. Deletes its payment confirmation.
 */
async function advance(
  db: Db,
  final: LockedTransaction,
  organisationId: Id<"organisation">,
  callersException?: string,
): Promise<void> {
  const { id, sequence, sessionId, status, amount, mode, webhookEndpointId } = final;
  await db.sql`
    with advanced as (
      update transactions set status = ${status},
        updated_in_version = (select version + 1 from session_states where session_id = ${sessionId})
      where session_id = ${sessionId} and sequence = ${sequence}
      returning channel, coalesce(terminal_id, '') as terminal_id, coalesce(operator_id, '') as operator_id, mode
    ), change as (
      select ${sessionId} as session_id, channel, terminal_id, operator_id, side.status, ${organisationId} as organisation_id,
        mode, side.sign as count, side.sign * ${amount}::bigint as amount
      from advanced cross join (values ('pending', -1), (${status}::text, 1)) as side(status, sign)
    ), updated_totals as (${addToTotals(db, db.sql`change`)}
    )
    update session_states set version = version + 1 where session_id = ${sessionId}`;
  await db.sql`
    with confirmed as (
      delete from payment_confirmations where session_id = ${sessionId} and transaction_id = ${id}
    ), queued as (
      insert into webhook_deliveries (session_id, id, organisation_id, mode, transaction_id, transaction_status, webhook_endpoint_id,
        is_organisation_wide, body, due_at, created_at, traceparent)
      select ${sessionId}, target.delivery_id, ${organisationId}, ${mode}, ${id}, ${status}, target.webhook_endpoint_id,
        target.is_organisation_wide, ${serializeEventBody(final)}, clock_timestamp(), clock_timestamp(),
        ${currentTraceparent() ?? null}::text
      from (${transactionEventTargets(db, {
        deliveryId: db.sql`${newId("delivery")}::text`,
        sessionEndpointId: db.sql`${webhookEndpointId}::text`,
        organisationId: db.sql`${organisationId}::text`,
        mode: db.sql`${mode}::text`,
      })}) target
      on conflict (session_id, transaction_id, transaction_status, webhook_endpoint_id) do nothing
    )
    select pg_notify('takings', ${sessionId}), pg_notify('takings_events', '')`;
  await resolveObsoleteExceptions(db, {
    source: final,
    correlationKey: final.paymentKey,
    reasons: ["not_confirmed"],
    resolution: "recorded",
    transactionId: id,
    isOfTransaction: true,
  });
  await resolveObsoleteExceptions(db, {
    source: final,
    correlationKey: final.paymentKey,
    reasons: ["unknown_destination", "session_closed"],
    resolution: "recorded",
    transactionId: id,
    credit: { amount, currency: final.currency, status },
    except: callersException,
  });
  await settlePayments(db, final, [final.paymentKey]);
}
