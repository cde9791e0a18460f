import { type BankReversal, isOrganisationsConnection } from "@/lib/bank";
import { type Id, newId } from "@/lib/core/ids";
import { type Db, systemTx } from "@/lib/db/client";
import type { RowOf } from "@/lib/db/rows";
import type { exceptions, paymentIdentities } from "@/lib/db/schema";
import {
  findSavedNotification,
  openException,
  type SavedNotification,
  saveNotification,
} from "@/lib/exceptions";
import { needsDecision, type Reversal, toReversalException } from "./describe";
import { removeEmptyIdentities } from "./identities";
import { refreshPayment } from "./refresh";

type Identity = RowOf<typeof paymentIdentities, "paymentKey" | "transactionId">;
type Owner = RowOf<typeof exceptions, "sessionId" | "organisationId">;

/**
 * Stores a reversal, refund or dispute under the identity of the payment it names and opens an exception, except for a
 * refund in progress. The payment can
 * be recorded, be an exception, or arrive later: recording then finds the reversal. A repeat changes nothing. If several
 * ids may be the payment's, the first recorded one is used; if none is recorded, the reversal is stored under each. At an
 * organisation's own connection one of an unknown payment opens no exception: it may be about its other business.
 */
export async function recordReversal(notification: SavedNotification, message: BankReversal): Promise<void> {
  const reversal = {
    kind: message.reversal,
    stage: message.stage,
    reference: message.reference,
    amount: message.amount ?? 0n,
    dueAt: message.dueAt ?? null,
  };
  const recordedId = await systemTx(async (db) => {
    const keys = [...new Set(message.paymentKeys)];
    const identities = await claimIdentities(db, notification, keys);
    const recorded = identities.find(({ transactionId }) => transactionId !== null);
    const transactionId = recorded?.transactionId ?? undefined;
    const correlationKey = recorded?.paymentKey ?? keys[0] ?? "";
    const owner = transactionId
      ? await findTransactionOwner(db, transactionId)
      : await findExceptionOwner(db, notification, keys);
    if (!(await findSavedNotification(db, notification, correlationKey, owner.sessionId))) {
      const notificationId = await saveNotification(db, notification, {
        ...owner,
        correlationKey,
        outcome: "reversal",
      });
      for (const paymentKey of recorded ? [recorded.paymentKey] : keys) {
        await insertReversal(db, { ...notification, notificationId }, reversal, {
          ...owner,
          paymentKey,
          transactionId,
        });
      }
      if (!transactionId && !owner.organisationId && isOrganisationsConnection(notification.bankConnectionId))
        return;
      const details = { ...toReversalException(reversal, correlationKey, transactionId), ...owner };
      if (needsDecision(reversal)) await openException(db, { ...notification, notificationId }, details);
    }
    if (recorded) await removeEmptyIdentities(db, notification, keys);
    return transactionId;
  });
  // In a SQL transaction of its own: recording locks the session's state before the identity, this one after it.
  if (recordedId) await refreshPayment(recordedId);
}

/** Marks these identities for review by recording and locks them; returns them in the bank's order. */
async function claimIdentities(
  { sql }: Db,
  { mode, bankConnectionId }: SavedNotification,
  keys: string[],
): Promise<Identity[]> {
  const rows = await sql<Identity[]>`
    insert into payment_identities as p (mode, bank_connection_id, payment_key, needs_review)
    select ${mode}, ${bankConnectionId}, payment_key, true from unnest(${keys}::text[]) as payment_key
    order by payment_key
    on conflict (mode, bank_connection_id, payment_key) do update set needs_review = true
    returning p.payment_key, p.transaction_id`;
  return keys.flatMap((key) => rows.find(({ paymentKey }) => paymentKey === key) ?? []);
}

const NO_OWNER: Owner = { sessionId: null, organisationId: null };

async function findTransactionOwner({ sql }: Db, transactionId: Id<"transaction">): Promise<Owner> {
  const [owner] = await sql<Owner[]>`
    select session_id, organisation_id from transactions where id = ${transactionId}`;
  return owner ?? NO_OWNER;
}

/** Returns the owner of the latest exception about these payments. */
async function findExceptionOwner(
  { sql }: Db,
  { mode, bankConnectionId }: SavedNotification,
  keys: string[],
) {
  const [owner] = await sql<Owner[]>`
    select session_id, organisation_id from exceptions
    where mode = ${mode} and bank_connection_id = ${bankConnectionId} and correlation_key = any(${keys})
      and credit is not null and organisation_id is not null
    order by created_at desc, id desc limit 1`;
  return owner ?? NO_OWNER;
}

async function insertReversal(
  { sql }: Db,
  { mode, bankConnectionId, notificationId, receivedAt }: SavedNotification,
  { kind, stage, reference, amount, dueAt }: Reversal,
  of: Owner & { paymentKey: string; transactionId: Id<"transaction"> | undefined },
): Promise<void> {
  await sql`
    insert into reversals (id, mode, bank_connection_id, payment_key, kind, stage, reference, amount, due_at, transaction_id,
      session_id, organisation_id, notification_id, received_at)
    values (${newId("reversal")}, ${mode}, ${bankConnectionId}, ${of.paymentKey}, ${kind}, ${stage}, ${reference},
      ${amount}, ${dueAt}, ${of.transactionId ?? null}, ${of.sessionId},
      coalesce(${of.organisationId}, (select organisation_id from bank_connections where id = ${bankConnectionId})), ${notificationId}, ${receivedAt})
    on conflict (mode, bank_connection_id, payment_key, kind, stage, reference, amount) do nothing`;
}
