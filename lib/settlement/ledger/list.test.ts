/** Guarantee: a settlement that covers several organisations shows each event its own payments, and nothing of the others. */
import { expect, test } from "vitest";
import { getProvider, verifyingSecret } from "@/lib/bank";
import { SAMPLE } from "@/lib/bank/testing/notifications";
import { newId } from "@/lib/core/ids";
import type { Kobo } from "@/lib/core/money";
import { receiveBankNotification } from "@/lib/intake";
import { useTestDatabase } from "@/lib/testing/database";
import { openTestSession } from "@/lib/transactions/testing/sessions";
import { listSettlements } from "..";

useTestDatabase();

const monnify = getProvider("monnify");
const secret = () => verifyingSecret("monnify", "test") ?? "";
const post = ({ headers, body }: ReturnType<typeof monnify.compose>) =>
  receiveBankNotification({ headers: new Headers(headers), body: Buffer.from(body) });

/** Pays into an account and returns the payment as a settlement names it. */
async function pay(account: string, amount: Kobo) {
  const payment = { paymentKey: newId("pairing"), amount, channel: "bank_transfer" as const };
  await post(monnify.compose({ ...SAMPLE, ...payment, account, bankRef: payment.paymentKey }, secret()));
  return payment;
}

async function settle(reference: string, day: string, payments: Awaited<ReturnType<typeof pay>>[]) {
  const settlement = { reference, settledAt: new Date(`${day}T11:00:00Z`), payments };
  for (const composed of monnify.composeSettlement?.(settlement, secret()) ?? []) await post(composed);
}

test("an event's settlements have its own payments, sums and differences, latest first", async () => {
  const [ours, theirs] = [await openTestSession(), await openTestSession()];
  const first = await pay(ours.account, 10_000n);
  const second = await pay(ours.account, 20_000n);
  const foreign = await pay(theirs.account, 40_000n);
  const unreported = { ...first, paymentKey: newId("pairing") };
  await settle("shared", "2026-11-20", [first, foreign, unreported]);
  await settle("later", "2026-11-23", [{ ...second, amount: 19_000n }, first]);

  const own = await listSettlements(ours.scope, ours.sessionId);
  expect(
    own.settlements.map(({ reference, gross, payment_count }) => [reference, gross, payment_count]),
  ).toEqual([
    ["later", 0n, 2],
    ["shared", 10_000n, 1],
  ]);
  const [later, shared] = own.settlements;
  expect(shared?.payments.map((payment) => payment.payment_reference)).toEqual([first.paymentKey]);
  expect(shared?.differences).toEqual([]);
  // Monnify states the fee, here of zero, and no stamp duty.
  expect(shared).toMatchObject({ fees: 0n, stamp_duty: null, net: 10_000n });
  const reasons = later?.differences.map((one) => [one.payment_reference, one.reason]);
  expect(new Map(reasons as [string, string][])).toEqual(
    new Map([
      [first.paymentKey, "settled_twice"],
      [second.paymentKey, "amount"],
    ]),
  );

  const other = await listSettlements(theirs.scope, theirs.sessionId);
  expect(other.settlements).toMatchObject([
    { reference: "shared", gross: 40_000n, payment_count: 1, differences: [] },
  ]);
  expect(JSON.stringify(other, (_, value) => (typeof value === "bigint" ? `${value}` : value))).not.toContain(
    first.paymentKey,
  );
});

test("the settlements of another organisation's session are not found", async () => {
  const [{ sessionId }, { scope }] = [await openTestSession(), await openTestSession()];
  await expect(listSettlements(scope, sessionId)).rejects.toMatchObject({ code: "not_found" });
});
