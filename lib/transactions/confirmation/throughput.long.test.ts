/** Figure: confirmations a second at a bank that answers after 200 ms. `npm run bench:confirmations` prints it. */

import { afterAll, expect, test } from "vitest";
import { notify, startLivePaystack } from "@/lib/catch-up/testing/paystack";
import { systemDb } from "@/lib/db/client";
import { useTestDatabase } from "@/lib/testing/database";
import { openTestSession } from "../testing/sessions";
import { confirmDuePayments } from "./confirm-due";

const PAYMENTS = 600;
const LATENCY_MS = 200;

const paystack = await startLivePaystack({ BANK_CONFIRMATION: "paystack:always" });
afterAll(() => paystack.close());
useTestDatabase();

test("at least 50 payments a second are confirmed at a latency of 200 ms", async () => {
  const { account, sessionId } = await openTestSession("live", "https://receiver.example/hook");
  for (let paid = 0; paid < PAYMENTS; paid++)
    await notify(paystack.ledger.pay(account, 60_000n, { key: `bench-${paid}` }));
  paystack.delay(LATENCY_MS);
  const startedAt = performance.now();
  expect(await confirmDuePayments()).toBe(PAYMENTS);
  const perSecond = PAYMENTS / ((performance.now() - startedAt) / 1000);
  process.stdout.write(`${perSecond.toFixed(0)} confirmations a second, of one event, at ${LATENCY_MS} ms\n`);
  const pending = await systemDb()
    .sql`select from transactions where session_id = ${sessionId} and status <> 'successful'`;
  expect(pending).toHaveLength(0);
  expect(perSecond).toBeGreaterThanOrEqual(50);
}, 120_000);
