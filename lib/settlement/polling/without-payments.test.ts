/** Guarantee: a settlement that a bank lists without its payments is not stored, so that they are settled once it lists them. */

import { afterAll, beforeEach, expect, test } from "vitest";
import { notify, startLivePaystack } from "@/lib/catch-up/testing/paystack";
import { newId } from "@/lib/core/ids";
import { DAY_MS } from "@/lib/core/time/durations";
import { systemDb } from "@/lib/db/client";
import { useTestDatabase } from "@/lib/testing/database";
import { openTestSession } from "@/lib/transactions/testing/sessions";
import { pollSettlements } from "../index";

const paystack = await startLivePaystack();
afterAll(() => paystack.close());
useTestDatabase();
beforeEach(() => {
  paystack.ledger.payments.length = 0;
  paystack.ledger.settlements.length = 0;
});

const settle = () => {
  const settled = paystack.ledger.settle(new Date(Date.now() - DAY_MS));
  settled.id = String(Math.floor(Math.random() * 1e12));
  return settled.id;
};
const poll = () => pollSettlements({ pauseMs: 0, isForced: true });
const settlement = async (reference: string) =>
  (await systemDb().sql`select source, gross from settlements where reference = ${reference}`)[0];

test.each([
  ["without its payments", [], "is listed without its payments"],
  ["with another type instead of its payments", null, "bank"],
])("a settlement that is listed %s once is read again", async (_, data, problem) => {
  const { account, sessionId } = await openTestSession("live");
  const paidAt = new Date(Date.now() - 2 * DAY_MS);
  await notify(paystack.ledger.pay(account, 10_000n, { key: newId("request"), paidAt }));
  const reference = settle();
  paystack.fail("GET /settlement/:id/transactions", { status: 200, body: { status: true, data } });
  expect(await poll()).toMatchObject([{ applied: 0, problem: expect.stringContaining(problem) }]);
  expect(await settlement(reference)).toBeUndefined();
  await poll();
  expect(await settlement(reference)).toEqual({ source: "list", gross: 10_000n });
  const unsettled = await systemDb().sql`
    select from transactions where session_id = ${sessionId} and settled_on is null`;
  expect(unsettled).toHaveLength(0);
});

test("a settlement that the bank states to be empty is stored without payments", async () => {
  const reference = settle();
  expect(await poll()).toMatchObject([{ problem: null }]);
  expect(await settlement(reference)).toEqual({ source: "list", gross: 0n });
});
