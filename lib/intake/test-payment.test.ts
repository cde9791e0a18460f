/** Guarantee: a test payment takes a real one's way into test data alone, and only into one's own. */
import { expect, test } from "vitest";
import { summariseReconciliation } from "@/lib/reconciliation";
import { closeSession } from "@/lib/sessions";
import { useTestDatabase } from "@/lib/testing/database";
import { openTestSession } from "@/lib/transactions/testing/sessions";
import { TestPayment } from "./contract";
import { sendTestPayment } from "./test-payment";

useTestDatabase();

const asked = (session_id: string, changes: Record<string, unknown> = {}) =>
  TestPayment.parse({
    session_id,
    channel: "bank_transfer",
    amount: "12500.00",
    outcome: "successful",
    payer: "CHINEDU OKONKWO",
    narration: "Test payment",
    ...changes,
  });

test("a transfer, a card payment and a failed one are recorded as a bank's", async () => {
  const { scope, sessionId, terminalId } = await openTestSession();
  const sent = await sendTestPayment(scope, asked(sessionId));
  expect(sent).toMatchObject({ fate: "recorded", amount: 1_250_000n, session_id: sessionId });
  await sendTestPayment(scope, asked(sessionId, { channel: "pos", terminal_id: terminalId, amount: "0.50" }));
  await sendTestPayment(scope, asked(sessionId, { outcome: "failed" }));
  expect(await summariseReconciliation(scope, sessionId)).toMatchObject({
    total_inflow: 1_250_050n,
    successful_count: 2,
    failed_count: 1,
    by_terminal: { [terminalId]: { count: 1, total: 50n } },
  });
});

test("none is sent in live mode, to another's event, to a closed one or to a terminal of another event", async () => {
  const { scope, sessionId } = await openTestSession();
  const other = await openTestSession();
  const refusal = (code: string) => expect.objectContaining({ code });
  await expect(sendTestPayment({ ...scope, mode: "live" }, asked(sessionId))).rejects.toEqual(
    refusal("forbidden"),
  );
  await expect(sendTestPayment(other.scope, asked(sessionId))).rejects.toEqual(refusal("not_found"));
  const elsewhere = asked(sessionId, { channel: "pos", terminal_id: other.terminalId });
  await expect(sendTestPayment(scope, elsewhere)).rejects.toEqual(refusal("invalid_request"));
  await closeSession(scope, sessionId);
  await expect(sendTestPayment(scope, asked(sessionId))).rejects.toEqual(refusal("conflict"));
});

test.each(["0.00", "100000000.01", "-1.00", "1", "ten"])("%s naira is no test payment", (amount) => {
  expect(TestPayment.safeParse({ ...asked("ses_00000000000000000000000000"), amount }).success).toBe(false);
});
