import { beforeAll, expect, test } from "vitest";
import { readStoredMessage } from "@/lib/bank";
import { readFixture } from "@/lib/bank/testing/notifications";
import { systemDb } from "@/lib/db/client";
import { toStoredNotification } from "@/lib/exceptions";
import { verifyTotals } from "@/lib/reconciliation";
import { useTestDatabase } from "@/lib/testing/database";
import { recordCredit } from "@/lib/transactions";
import { createIncomingCredit, openTestSession } from "@/lib/transactions/testing/sessions";
import { recordReversal } from "./record";

useTestDatabase();

let terminalId: string;

beforeAll(async () => {
  ({ terminalId } = await openTestSession());
});

/** A payment at Moniepoint, and a reversal that names both the payment's key and the reversal's own id. */
function reversedPayment() {
  const payment = createIncomingCredit({ channel: "pos", devices: [terminalId] }, { provider: "moniepoint" });
  const key = payment.credit.paymentKey;
  const message = JSON.parse(readFixture("moniepoint", "transfer").toString());
  message.eventType = "V1_POS_REVERSAL_TRANSACTION";
  Object.assign(message.data, {
    originalTransactionReference: key,
    transactionReference: `${key}-reversal`,
  });
  const body = Buffer.from(JSON.stringify(message));
  const read = readStoredMessage("moniepoint", 1, body);
  if (read.kind !== "reversal") throw new Error(`The notification was read as ${read.kind}`);
  const reverse = () =>
    recordReversal(
      toStoredNotification({
        ...{ mode: "test", provider: "moniepoint", event: read.event, adapterVersion: 1 },
        ...{ body, signature: "signed" },
      }),
      read,
    );
  return { payment, reverse, keys: [key, `${key}-reversal`] };
}

const listIdentities = async (keys: string[]) =>
  (
    await systemDb().sql<{ paymentKey: string }[]>`
      select payment_key from payment_identities where payment_key = any(${keys})`
  ).map(({ paymentKey }) => paymentKey);

test.each(["after", "before"])(
  "a repeated reversal %s its payment leaves only the payment's identity",
  async (order) => {
    const { payment, reverse, keys } = reversedPayment();
    if (order === "before") await reverse();
    await recordCredit(payment);
    await reverse();
    await reverse();
    expect(await listIdentities(keys)).toEqual([payment.credit.paymentKey]);
    const { differences } = await verifyTotals({});
    expect(differences.filter(({ what }) => what.includes("identity"))).toEqual([]);
  },
);

test("a reversal of an unknown payment keeps all identities that it names", async () => {
  const { reverse, keys } = reversedPayment();
  await reverse();
  expect((await listIdentities(keys)).sort()).toEqual(keys);
});

test("an identity that a reversal also names is kept if it has an exception", async () => {
  const { payment, reverse, keys } = reversedPayment();
  const other = createIncomingCredit(
    { channel: "pos", devices: ["unassigned"], paymentKey: keys[1] },
    { provider: "moniepoint" },
  );
  await recordCredit(payment);
  await recordCredit(other);
  await reverse();
  expect((await listIdentities(keys)).sort()).toEqual(keys);
});
