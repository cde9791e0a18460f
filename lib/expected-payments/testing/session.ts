import type { Id } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import { systemDb } from "@/lib/db/client";
import { recordCredit } from "@/lib/transactions";
import { createIncomingCredit, openTestSession } from "@/lib/transactions/testing/sessions";
import { CreateExpectedPayment } from "../contract";
import { createExpectedPayment } from "../create";
import { getExpectedPayment } from "../get";
import { expireDue } from "../matching/expire";
import { matchNextTransactions } from "../matching/match-transactions";

/** A session whose tests create, pay and match expected payments without the background loop. */
export interface ExpectedSession {
  scope: Scope;
  sessionId: Id<"session">;
  account: string;
  expect(more: Record<string, unknown>): ReturnType<typeof createExpectedPayment>;
  pay(more: Parameters<typeof createIncomingCredit>[0]): Promise<void>;
  match(): Promise<void>;
  read(id: Id<"expectedPayment">): ReturnType<typeof getExpectedPayment>;
}

/** Opens a session with an account in a new organisation. */
export async function openExpectedSession(): Promise<ExpectedSession> {
  const { scope, sessionId, account } = await openTestSession();
  return {
    ...{ scope, sessionId, account },
    expect: (more) =>
      createExpectedPayment(
        scope,
        CreateExpectedPayment.parse({
          session_id: sessionId,
          amount: "5000.00",
          reference: "ORD-1001",
          ...more,
        }),
      ),
    pay: async (more) => {
      await recordCredit(createIncomingCredit({ account, ...more }));
    },
    match: async () => {
      while ((await matchNextTransactions(sessionId)) > 0);
    },
    read: (id) => getExpectedPayment(scope, id),
  };
}

/** Lets an expected payment expire now, and stores it. */
export async function letExpire({ sessionId }: ExpectedSession, id: Id<"expectedPayment">): Promise<void> {
  await systemDb().sql`
    with due as (
      update expected_payments set expires_at = date_trunc('milliseconds', clock_timestamp()) - interval '1 millisecond'
      where id = ${id} returning session_id, expires_at
    )
    update expected_payment_progress p set expired_through = least(p.expired_through, d.expires_at - interval '1 millisecond')
    from due d where p.session_id = d.session_id`;
  await expireDue(sessionId);
}

/** An expiry in an hour. */
export const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();
