import type { Id } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import { HOUR_MS } from "@/lib/core/time/durations";
import { systemDb } from "@/lib/db/client";
import { createExpectedPayment, expireDue, matchNextTransactions } from "@/lib/expected-payments";
import { CreateExpectedPayment } from "@/lib/expected-payments/contract";
import { charge } from "./bank";

/** Creates expected payments: one of each status, one by a reserved amount, one with a pending payment and one that has yet to expire. */
export async function expectPayments(
  { sessionId, account }: { sessionId: Id<"session">; account: string },
  scope: Scope,
): Promise<void> {
  const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();
  const create = (reference: string, more: object = {}) =>
    createExpectedPayment(
      scope,
      CreateExpectedPayment.parse({ session_id: sessionId, amount: "200.00", reference, ...more }),
    );
  const pays = (narration: string, amount: number, more: object = {}) =>
    charge(`FOR-${narration}-${amount}`, account, {
      amount,
      ...more,
      authorization: { receiver_bank_account_number: account, narration },
    });
  for (const reference of ["ORD-01", "ORD-02", "ORD-03", "ORD-04", "ORD-05"]) await create(reference);
  const reserved = await create("ORD-06", { match_by_amount: true, expires_at: inHours(1) });
  const expired = await create("ORD-07", { expires_at: inHours(1) });
  await create("ORD-08", { expires_at: inHours(3) });
  await pays("ORD-01", 20_000);
  await pays("ORD-02", 10_000);
  await pays("ORD-03", 20_000);
  await pays("ORD-03", 10_000);
  await pays("ORD-04", 20_000, { status: "pending" });
  await pays("", Number(reserved.amount_to_pay));
  await systemDb().sql`
    update expected_payments set expires_at = created_at + interval '1 millisecond' where id = ${expired.id}`;
  await systemDb().sql`
    update expected_payment_progress set expired_through = started.at - interval '1 millisecond'
    from (select min(created_at) as at from expected_payments where session_id = ${sessionId}) started
    where session_id = ${sessionId}`;
  while ((await matchNextTransactions(sessionId)) > 0);
  await expireDue(sessionId);
}
