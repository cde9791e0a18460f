/** Figure: status updates a second. `npm run bench:confirmations` prints it. */

import { expect, test } from "vitest";
import { systemDb } from "@/lib/db/client";
import { useTestDatabase } from "@/lib/testing/database";
import { createIncomingCredit, openTestSession } from "../testing/sessions";
import { recordCredit } from "./record";

const PAYMENTS = 600;

useTestDatabase();

test.each([1, 100])("at least 400 status updates a second are applied in %i sessions", async (count) => {
  const sessions = await Promise.all(Array.from({ length: count }, () => openTestSession()));
  const reportAll = async (round: number, status: "pending" | "successful") => {
    const payments = Array.from({ length: PAYMENTS }, (_, index) => ({
      account: sessions[index % count]?.account ?? "",
      paymentKey: `update-${count}-${round}-${index}`,
      status,
    }));
    const startedAt = performance.now();
    await Promise.all(payments.map((payment) => recordCredit(createIncomingCredit(payment))));
    return PAYMENTS / ((performance.now() - startedAt) / 1000);
  };
  const rates: number[] = [];
  for (const round of [1, 2, 3]) {
    await reportAll(round, "pending");
    rates.push(await reportAll(round, "successful"));
  }
  const [, median = 0] = rates.toSorted((a, b) => a - b);
  process.stdout.write(`${median.toFixed(0)} status updates a second, ${count} sessions\n`);
  const ids = sessions.map(({ sessionId }) => sessionId);
  const pending = await systemDb().sql`
    select from transactions where session_id = any(${ids}::text[]) and status <> 'successful'`;
  expect(pending).toHaveLength(0);
  expect(median).toBeGreaterThanOrEqual(400);
});
