import { expect, test } from "vitest";
import { systemTx } from "@/lib/db/client";
import { useTestDatabase } from "@/lib/testing/database";
import { fillSession } from "@/lib/testing/fill-session";
import { openTestSession } from "@/lib/transactions/testing/sessions";
import { listSettlementBreakdown, summariseSettlement } from ".";

useTestDatabase();

test("the breakdown of each day adds up to the day's settled total, to the kobo", async () => {
  const { scope, sessionId } = await openTestSession();
  await systemTx((db) => fillSession(db, { sessionId, count: 2_000 }));
  const { by_date: days } = await summariseSettlement(scope, sessionId);
  const { rows } = await listSettlementBreakdown(scope, sessionId);
  const sums: typeof days = {};
  for (const { date, count, total } of rows) {
    const sum = sums[date] ?? { count: 0, total: 0n };
    sums[date] = { count: sum.count + count, total: sum.total + total };
  }
  expect(Object.keys(days).length).toBeGreaterThan(1);
  expect(sums).toEqual(days);
});

test("the breakdown of another organisation's session is not found", async () => {
  const { sessionId } = await openTestSession();
  const { scope } = await openTestSession();
  await expect(listSettlementBreakdown(scope, sessionId)).rejects.toMatchObject({ code: "not_found" });
});
