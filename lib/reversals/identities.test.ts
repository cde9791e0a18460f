import { beforeAll, expect, test } from "vitest";
import { readStoredMessage } from "@/lib/bank";
import { fixture } from "@/lib/bank/testing/notices";
import { systemDb } from "@/lib/db/client";
import { toStoredNotification } from "@/lib/exceptions";
import { verifyTotals } from "@/lib/reconciliation";
import { useTestDatabase } from "@/lib/testing/database";
import { recordCredit } from "@/lib/transactions";
import { incoming, openTestSession } from "@/lib/transactions/testing/sessions";
import { recordReversal } from "./record";

useTestDatabase();

let terminalId: string;

beforeAll(async () => {
  ({ terminalId } = await openTestSession());
});

/** A payment by Moniepoint, and two copies of a reversal that names it and an id of its own. */
function reversedPayment() {
  const payment = incoming({ channel: "pos", devices: [terminalId] }, { provider: "moniepoint" });
  const key = payment.credit.paymentKey;
  const message = JSON.parse(fixture("moniepoint", "transfer").toString());
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

const identitiesOf = async (keys: string[]) =>
  (
    await systemDb().sql<{ paymentKey: string }[]>`
      select payment_key as "paymentKey" from payments where payment_key = any(${keys})`
  ).map(({ paymentKey }) => paymentKey);

test.each(["after", "before"])(
  "a reversal %s its payment leaves no identity but the payment's, however often it comes",
  async (order) => {
    const { payment, reverse, keys } = reversedPayment();
    if (order === "before") await reverse();
    await recordCredit(payment);
    await reverse();
    await reverse();
    expect(await identitiesOf(keys)).toEqual([payment.credit.paymentKey]);
    const { differences } = await verifyTotals({});
    expect(differences.filter(({ what }) => what.includes("identity"))).toEqual([]);
  },
);

test("a reversal of an unknown payment keeps every identity that it names", async () => {
  const { reverse, keys } = reversedPayment();
  await reverse();
  expect((await identitiesOf(keys)).sort()).toEqual(keys);
});

test("an identity that a reversal also names stays where something else stands under it", async () => {
  const { payment, reverse, keys } = reversedPayment();
  const other = incoming(
    { channel: "pos", devices: ["nobody's"], paymentKey: keys[1] },
    { provider: "moniepoint" },
  );
  await recordCredit(payment);
  await recordCredit(other);
  await reverse();
  expect((await identitiesOf(keys)).sort()).toEqual(keys);
});
