import type { Db } from "@/lib/db/client";
import type { SavedNotification } from "@/lib/exceptions";

/** A payment's identity: its key at one bank connection in one mode. */
export type PaymentIdentity = Pick<SavedNotification, "mode" | "bankConnectionId"> & { paymentKey: string };

/** Whether the bank took this payment back by a reversal, a refund or a lost dispute. */
export async function isReversed(
  { sql }: Db,
  { mode, bankConnectionId, paymentKey }: PaymentIdentity,
): Promise<boolean> {
  const [completed] = await sql`
    select from reversals where mode = ${mode} and bank_connection_id = ${bankConnectionId}
      and payment_key = ${paymentKey} and stage = 'completed' limit 1`;
  return completed !== undefined;
}
