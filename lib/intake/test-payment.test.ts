/** Guarantee: a test payment is processed like a real one, only in test mode and only for the caller's own event. */
import { expect, test } from "vitest";
import { summariseReconciliation } from "@/lib/reconciliation";
import { closeSession } from "@/lib/sessions";
import { useTestDatabase } from "@/lib/testing/database";
import { openTestSession } from "@/lib/transactions/testing/sessions";
import { TestPayment } from "./contract";
import { sendTestPayment } from "./test-payment";

useTestDatabase();

const request = (session_id: string, changes: Record<string, unknown> = {}) =>
  TestPayment.parse({
    session_id,
    channel: "bank_transfer",
    amount: "12500.00",
    outcome: "successful",
    payer: "CHINEDU OKONKWO",
    narration: "Test payment",
    ...changes,
  });

test("a transfer, a card payment and a failed payment are recorded like a bank's notification", async () => {
  const { scope, sessionId, terminalId } = await openTestSession();
  const sent = await sendTestPayment(scope, request(sessionId));
  expect(sent).toMatchObject({ outcome: "recorded", amount: 1_250_000n, session_id: sessionId });
  await sendTestPayment(
    scope,
    request(sessionId, { channel: "pos", terminal_id: terminalId, amount: "0.50" }),
  );
  await sendTestPayment(scope, request(sessionId, { outcome: "failed" }));
  expect(await summariseReconciliation(scope, sessionId)).toMatchObject({
    total_inflow: 1_250_050n,
    successful_count: 2,
    failed_count: 1,
    by_terminal: { [terminalId]: { count: 1, total: 50n } },
  });
});

test("a test payment is refused in live mode, for another organisation's or a closed event, and for another event's terminal", async () => {
  const { scope, sessionId } = await openTestSession();
  const other = await openTestSession();
  const refusal = (code: string) => expect.objectContaining({ code });
  await expect(sendTestPayment({ ...scope, mode: "live" }, request(sessionId))).rejects.toEqual(
    refusal("forbidden"),
  );
  await expect(sendTestPayment(other.scope, request(sessionId))).rejects.toEqual(refusal("not_found"));
  const elsewhere = request(sessionId, { channel: "pos", terminal_id: other.terminalId });
  await expect(sendTestPayment(scope, elsewhere)).rejects.toEqual(refusal("invalid_request"));
  await closeSession(scope, sessionId);
  await expect(sendTestPayment(scope, request(sessionId))).rejects.toEqual(refusal("conflict"));
});

test.each(["0.00", "100000000.01", "-1.00", "1", "ten"])(
  "a test payment of %s naira is refused",
  (amount) => {
    expect(TestPayment.safeParse({ ...request("ses_00000000000000000000000000"), amount }).success).toBe(
      false,
    );
  },
);
