import {
  COMPOSED_VERSION,
  composeStatedReversal,
  STATED_REVERSAL_EVENT,
  type StatedReversal,
  toReversal,
} from "@/lib/bank";
import { type Db, systemDb } from "@/lib/db/client";
import type { RowOf } from "@/lib/db/rows";
import type { paymentIdentities } from "@/lib/db/schema";
import { type SavedNotification, toStoredNotification } from "@/lib/exceptions";
import { isReversed, type PaymentIdentity } from "./is-reversed";
import { recordReversal } from "./record";

/**
 * Records the reversal or refund that a bank's list, or its answer about the payment, states by the payment's status, as
 * `recordReversal` does, unless a completed one of the payment is known: neither its reference nor its amount is stated. What is
 * stored is composed from the payment's key, so that the same statement again changes nothing.
 */
export async function recordStatedReversal(
  { mode, provider, bankConnectionId }: Pick<SavedNotification, "mode" | "provider" | "bankConnectionId">,
  reversal: StatedReversal,
): Promise<void> {
  const db = systemDb();
  const identity = { mode, bankConnectionId, paymentKey: reversal.paymentKey };
  if ((await isReversed(db, identity)) || (await isRefunded(db, identity))) return;
  const stored = toStoredNotification({
    mode,
    provider,
    event: STATED_REVERSAL_EVENT,
    adapterVersion: COMPOSED_VERSION,
    body: composeStatedReversal(reversal),
    signature: "",
  });
  await recordReversal({ ...stored, bankConnectionId }, toReversal(reversal));
}

/** Whether a refund that a member requested is completed at the bank, or can be already. */
async function isRefunded(
  { sql }: Db,
  { mode, bankConnectionId, paymentKey }: PaymentIdentity,
): Promise<boolean> {
  const [identity] = await sql<RowOf<typeof paymentIdentities, "transactionId">[]>`
    select transaction_id from payment_identities
    where mode = ${mode} and bank_connection_id = ${bankConnectionId} and payment_key = ${paymentKey}`;
  if (!identity?.transactionId) return false;
  const [refund] = await sql`
    select from refunds where transaction_id = ${identity.transactionId}
      and state in ('sending', 'in_progress', 'completed') limit 1`;
  return refund !== undefined;
}
