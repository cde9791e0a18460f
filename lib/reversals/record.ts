import type { BankReversal } from "@/lib/bank";
import { type Id, newId } from "@/lib/core/ids";
import { type Db, systemTx } from "@/lib/db/client";
import {
  findSavedNotification,
  openException,
  type SavedNotification,
  saveNotification,
} from "@/lib/exceptions";
import { type Reversal, reversalException } from "./describe";
import { removeEmptyIdentities } from "./identities";

interface Identity {
  paymentKey: string;
  transactionId: Id<"transaction"> | null;
}

interface Owner {
  sessionId: Id<"session"> | null;
  organisationId: Id<"organisation"> | null;
}

/**
 * Stores a reversal, refund or dispute under the identity of the payment it names, with an open exception, whether the
 * payment is recorded, waits as an exception, or is still to come: recording it later finds this. A repeat changes
 * nothing. Of several ids that may be the payment's, the first that is recorded counts; where none is, it is stored
 * under each.
 */
export function recordReversal(notice: SavedNotification, message: BankReversal): Promise<void> {
  const reversal = {
    kind: message.reversal,
    stage: message.stage,
    reference: message.reference,
    amount: message.amount ?? 0n,
  };
  return systemTx(async (db) => {
    const keys = [...new Set(message.paymentKeys)];
    const identities = await claimIdentities(db, notice, keys);
    const recorded = identities.find(({ transactionId }) => transactionId !== null);
    const transactionId = recorded?.transactionId ?? undefined;
    const subject = recorded?.paymentKey ?? keys[0] ?? "";
    const owner = transactionId
      ? await ownerOfTransaction(db, transactionId)
      : await ownerOfException(db, notice, keys);
    if (!(await findSavedNotification(db, notice, subject, owner.sessionId))) {
      const noticeId = await saveNotification(db, notice, { ...owner, subject, outcome: "reversal" });
      for (const paymentKey of recorded ? [recorded.paymentKey] : keys) {
        await insert(db, { ...notice, noticeId }, reversal, { ...owner, paymentKey, transactionId });
      }
      const details = { ...reversalException(reversal, subject, transactionId), ...owner };
      await openException(db, { ...notice, noticeId }, details);
    }
    if (recorded) await removeEmptyIdentities(db, notice, keys);
  });
}

/** Makes recording look at these identities from now on, and locks them; in the order that the bank gave them. */
async function claimIdentities(
  { sql }: Db,
  { mode, bankConnectionId }: SavedNotification,
  keys: string[],
): Promise<Identity[]> {
  const rows = await sql<Identity[]>`
    insert into payments as p (mode, bank_connection_id, payment_key, needs_review)
    select ${mode}, ${bankConnectionId}, payment_key, true from unnest(${keys}::text[]) as payment_key
    order by payment_key
    on conflict (mode, bank_connection_id, payment_key) do update set needs_review = true
    returning p.payment_key as "paymentKey", p.transaction_id as "transactionId"`;
  return keys.flatMap((key) => rows.find(({ paymentKey }) => paymentKey === key) ?? []);
}

const NO_OWNER: Owner = { sessionId: null, organisationId: null };

async function ownerOfTransaction({ sql }: Db, transactionId: Id<"transaction">): Promise<Owner> {
  const [owner] = await sql<Owner[]>`
    select session_id as "sessionId", organisation_id as "organisationId" from transactions where id = ${transactionId}`;
  return owner ?? NO_OWNER;
}

/** Whose the exception is that holds the payment so far, if one does. */
async function ownerOfException({ sql }: Db, { mode, bankConnectionId }: SavedNotification, keys: string[]) {
  const [owner] = await sql<Owner[]>`
    select session_id as "sessionId", organisation_id as "organisationId" from exceptions
    where mode = ${mode} and bank_connection_id = ${bankConnectionId} and subject = any(${keys})
      and credit is not null and organisation_id is not null
    order by created_at desc, id desc limit 1`;
  return owner ?? NO_OWNER;
}

async function insert(
  { sql }: Db,
  { mode, bankConnectionId, noticeId, receivedAt }: SavedNotification,
  { kind, stage, reference, amount }: Reversal,
  of: Owner & { paymentKey: string; transactionId: Id<"transaction"> | undefined },
): Promise<void> {
  await sql`
    insert into reversals (id, mode, bank_connection_id, payment_key, kind, stage, reference, amount, transaction_id,
      session_id, organisation_id, notice_id, received_at)
    values (${newId("reversal")}, ${mode}, ${bankConnectionId}, ${of.paymentKey}, ${kind}, ${stage}, ${reference},
      ${amount}, ${of.transactionId ?? null}, ${of.sessionId}, ${of.organisationId}, ${noticeId}, ${receivedAt})
    on conflict (mode, bank_connection_id, payment_key, kind, stage, reference, amount) do nothing`;
}
