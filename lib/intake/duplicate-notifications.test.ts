/** Guarantee: concurrent copies of the same notification are stored once. */
import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { verifyingSecret } from "@/lib/bank";
import { systemDb } from "@/lib/db/client";
import { useTestDatabase } from "@/lib/testing/database";
import { receiveBankNotification } from "./receive";

useTestDatabase();

/** Posts the same signed Monnify body `count` times concurrently. */
async function postAtOnce(body: string, count: number): Promise<void> {
  const secret = verifyingSecret("monnify", "test") ?? "";
  const signature = createHmac("sha512", secret).update(body).digest("hex");
  const post = () =>
    receiveBankNotification({
      headers: new Headers({ "monnify-signature": signature }),
      body: Buffer.from(body),
    });
  await Promise.all(Array.from({ length: count }, post));
}

const settlement = { settlementReference: "SETTLED-1", settlementTime: "2026-11-21T12:00:00" };

test.each<[string, unknown]>([
  ["is ignored", { eventType: "LOW_BALANCE_ALERT", eventData: {} }],
  ["is of an unknown kind", { eventType: "SOMETHING_NEW", eventData: { amount: 700 } }],
  ["cannot be read", { eventType: "SUCCESSFUL_TRANSACTION", eventData: {} }],
  [
    "is a settlement without a readable line",
    { eventType: "SETTLEMENT", eventData: { ...settlement, transactions: [{}] } },
  ],
])("a notification that %s is stored once", async (_, message) => {
  const body = JSON.stringify(message);
  await postAtOnce(body, 12);
  expect(
    await systemDb().sql`select event from bank_notifications where body = ${Buffer.from(body)}`,
  ).toHaveLength(1);
});
