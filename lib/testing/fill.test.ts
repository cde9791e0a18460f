import { expect, test } from "vitest";
import { systemDb, systemTx } from "@/lib/db/client";
import { verifyTotals } from "@/lib/reconciliation";
import { recordCredit } from "@/lib/transactions";
import { incoming, openTestSession } from "@/lib/transactions/testing/sessions";
import { useTestDatabase } from "./database";
import { fillSession } from "./fill";

useTestDatabase();

test("a filled session is one that could have come about, and goes on from there", async () => {
  const session = await openTestSession("test", "https://platform.example/hook");
  const filled = await systemTx((db) => fillSession(db, { sessionId: session.sessionId, count: 3_000 }));
  expect(filled.terminalIds).toEqual([session.terminalId, session.otherTerminalId]);
  expect(filled.operatorIds).toHaveLength(2);
  const fate = await recordCredit(incoming({ channel: "pos", devices: [session.terminalId] }));
  expect(fate.fate).toBe("recorded");
  const [last] = await systemDb().sql<{ number: bigint; operatorId: string; inOrder: boolean }[]>`
    select number, operator_id as "operatorId", created_at >= lag(created_at) over (order by number) as "inOrder"
    from transactions where session_id = ${session.sessionId} order by number desc limit 1`;
  expect(last).toEqual({ number: 3_001n, operatorId: filled.operatorIds[0], inOrder: true });
  expect(await verifyTotals({ sessionId: session.sessionId })).toEqual({ sessions: 1, differences: [] });
});

test("a session that has transactions already is not filled", async () => {
  const session = await openTestSession();
  await recordCredit(incoming({ account: session.account }));
  const filling = systemTx((db) => fillSession(db, { sessionId: session.sessionId, count: 10 }));
  await expect(filling).rejects.toThrow("without transactions");
});
