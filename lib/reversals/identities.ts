import type { Db } from "@/lib/db/client";
import type { RowOf } from "@/lib/db/rows";
import type { paymentIdentities } from "@/lib/db/schema";
import type { PaymentIdentity } from "./is-reversed";

/**
 * Removes the identities that a reversal named but that have no transaction, reversal, settlement line or exception, once
 * the reversal's payment is known to be another of them. Skips rows that another SQL transaction has locked.
 */
export async function removeEmptyIdentities(
  { sql }: Db,
  { mode, bankConnectionId }: Omit<PaymentIdentity, "paymentKey">,
  paymentKeys: readonly string[],
): Promise<void> {
  if (paymentKeys.length === 0) return;
  const locked = await sql<RowOf<typeof paymentIdentities, "paymentKey">[]>`
    select payment_key from payment_identities
    where mode = ${mode} and bank_connection_id = ${bankConnectionId} and payment_key = any(${[...paymentKeys]})
      and transaction_id is null
    for update skip locked`;
  // A separate statement, so that its snapshot includes rows committed before the locks were taken. An unconfirmed
  // payment keeps its exception even if its identity was removed.
  await sql`
    delete from payment_identities p
    where mode = ${mode} and bank_connection_id = ${bankConnectionId}
      and payment_key = any(${locked.map(({ paymentKey }) => paymentKey)})
      and not exists (select from reversals r
        where (r.mode, r.bank_connection_id, r.payment_key) = (p.mode, p.bank_connection_id, p.payment_key))
      and not exists (select from settlement_lines l
        where (l.mode, l.bank_connection_id, l.payment_key) = (p.mode, p.bank_connection_id, p.payment_key))
      and not exists (select from exceptions e
        where (e.mode, e.bank_connection_id, e.correlation_key) = (p.mode, p.bank_connection_id, p.payment_key)
          and (e.credit is not null or e.reason = 'not_confirmed'))`;
}
