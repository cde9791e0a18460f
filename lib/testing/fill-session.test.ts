import { expect, test } from "vitest";
import { systemDb, systemTx } from "@/lib/db/client";
import { verifyTotals } from "@/lib/reconciliation";
import { recordCredit } from "@/lib/transactions";
import { createIncomingCredit, openTestSession } from "@/lib/transactions/testing/sessions";
import { useTestDatabase } from "./database";
import { fillSession } from "./fill-session";

useTestDatabase();

test("a filled session is consistent and can record further payments", async () => {
  const session = await openTestSession("test", "https://platform.example/hook");
  const filled = await systemTx((db) => fillSession(db, { sessionId: session.sessionId, count: 3_000 }));
  expect(filled.terminalIds).toEqual([session.terminalId, session.otherTerminalId]);
  expect(filled.operatorIds).toHaveLength(2);
  const result = await recordCredit(createIncomingCredit({ channel: "pos", devices: [session.terminalId] }));
  expect(result.outcome).toBe("recorded");
  const [last] = await systemDb().sql<{ sequence: bigint; operatorId: string; inOrder: boolean }[]>`
    select sequence, operator_id, created_at >= lag(created_at) over (order by sequence) as in_order
    from transactions where session_id = ${session.sessionId} order by sequence desc limit 1`;
  expect(last).toEqual({ sequence: 3_001n, operatorId: filled.operatorIds[0], inOrder: true });
  expect(await verifyTotals({ sessionId: session.sessionId })).toEqual({ sessions: 1, differences: [] });
});

test("a session with transactions cannot be filled", async () => {
  const session = await openTestSession();
  await recordCredit(createIncomingCredit({ account: session.account }));
  const filling = systemTx((db) => fillSession(db, { sessionId: session.sessionId, count: 10 }));
  await expect(filling).rejects.toThrow("without transactions");
});
