/** Guarantee: a payment is overdue only where its bank would have reported its settlement. */
import { expect, test } from "vitest";
import { getProvider, verifyingSecret } from "@/lib/bank";
import { SAMPLE } from "@/lib/bank/testing/notifications";
import { newId } from "@/lib/core/ids";
import { receiveBankNotification } from "@/lib/intake";
import { useTestDatabase } from "@/lib/testing/database";
import { openTestSession } from "@/lib/transactions/testing/sessions";
import { listSettlements } from "..";

useTestDatabase();

const WEEK_MS = 7 * 86_400_000;

test("a week without a settlement is overdue at Monnify, which reports it, and not at Nomba, which does not", async () => {
  const { scope, sessionId, account } = await openTestSession();
  const paidAt = new Date(Date.now() - WEEK_MS);
  for (const name of ["monnify", "nomba"] as const) {
    const paymentKey = newId("pairing");
    const payment = { ...SAMPLE, paymentKey, bankRef: paymentKey, amount: 10_000n, account, paidAt };
    const secret = verifyingSecret(name, "test") ?? "";
    const { headers, body } = getProvider(name).compose({ ...payment, channel: "bank_transfer" }, secret);
    await receiveBankNotification({ headers: new Headers(headers), body: Buffer.from(body) });
  }
  const { awaiting } = await listSettlements(scope, sessionId);
  const states = awaiting.map((one) => [one.provider, one.is_reported, one.is_overdue]);
  expect(states.sort()).toEqual([
    ["monnify", true, true],
    ["nomba", false, false],
  ]);
});
