import type { Db } from "@/lib/db/client";
import type { PaymentIdentity } from "./is-reversed";

/**
 * Removes those of the identities that a reversal named under which nothing stands, where its payment is another of them.
 * One that another SQL transaction holds is left to that one.
 */
export async function removeEmptyIdentities(
  { sql }: Db,
  { mode, bankConnectionId }: Omit<PaymentIdentity, "paymentKey">,
  paymentKeys: readonly string[],
): Promise<void> {
  if (paymentKeys.length === 0) return;
  const locked = await sql<{ paymentKey: string }[]>`
    select payment_key as "paymentKey" from payments
    where mode = ${mode} and bank_connection_id = ${bankConnectionId} and payment_key = any(${[...paymentKeys]})
      and transaction_id is null
    for update skip locked`;
  // A statement of its own: it sees what others committed before the rows were locked. What was unconfirmed has its
  // exception, also where the payment has lost its identity.
  await sql`
    delete from payments p
    where mode = ${mode} and bank_connection_id = ${bankConnectionId}
      and payment_key = any(${locked.map(({ paymentKey }) => paymentKey)})
      and not exists (select from reversals r
        where (r.mode, r.bank_connection_id, r.payment_key) = (p.mode, p.bank_connection_id, p.payment_key))
      and not exists (select from settlement_lines l
        where (l.mode, l.bank_connection_id, l.payment_key) = (p.mode, p.bank_connection_id, p.payment_key))
      and not exists (select from exceptions e
        where (e.mode, e.bank_connection_id, e.subject) = (p.mode, p.bank_connection_id, p.payment_key)
          and (e.credit is not null or e.reason = 'not_confirmed'))`;
}
