/** Guarantee: the erasure of one payer reaches every stored notification that names the payer. */

import { createHmac } from "node:crypto";
import { afterAll, expect, test, vi } from "vitest";
import { verifyingSecret } from "@/lib/bank";
import { startLivePaystack } from "@/lib/bank-connections/testing/paystack";
import { COMMAND_LINE } from "@/lib/core/scope";
import { receiveBankNotification } from "@/lib/intake";
import { connect, pay as payConnection } from "@/lib/intake/testing/connected-event";
import { verifyTotals } from "@/lib/reconciliation";
import { useTestDatabase } from "@/lib/testing/database";
import { openTestSession } from "@/lib/transactions/testing/sessions";
import { erasePayer } from "./erase-payer";
import { exportPayer } from "./export-payer";
import { findInDatabase } from "./testing/search";

vi.setConfig({ testTimeout: 60_000 });
const OURS = "sk_live_ours_0123456789";
const bank = await startLivePaystack(["sk_live_deployment", OURS]);
afterAll(() => bank.close());
useTestDatabase();

const NAME = "Okeke Chimezie-Payer";
const ACCOUNT = "7391846205";

function notifyByMonnify(eventType: string, eventData: object) {
  const body = Buffer.from(JSON.stringify({ eventType, eventData }));
  const secret = verifyingSecret("monnify", "test") ?? "";
  const signature = createHmac("sha512", secret).update(body).digest("hex");
  return receiveBankNotification({ headers: new Headers({ "monnify-signature": signature }), body });
}

/** Pays with a notification of Monnify; returns the members that it has in common with those of a settlement. */
async function payByMonnify(key: string, { account, name }: { account: string; name: string }) {
  const payment = {
    ...{ transactionReference: key, paymentReference: key, paidOn: "2026-11-20 10:00:00.0" },
    ...{ amountPaid: "1234.00", totalPayable: "1234.00", settlementAmount: "1234.00", currency: "NGN" },
    ...{ paymentMethod: "ACCOUNT_TRANSFER", paymentStatus: "PAID" },
    customer: { name, email: "okeke@example.com" },
  };
  await notifyByMonnify("SUCCESSFUL_TRANSACTION", {
    ...payment,
    destinationAccountInformation: { bankCode: "035", accountNumber: account },
    paymentSourceInformation: [
      { accountName: name, accountNumber: ACCOUNT, bankCode: "058", amountPaid: "1234.00" },
    ],
  });
  return payment;
}

const settleByMonnify = (settlementReference: string, transactions: object[]) =>
  notifyByMonnify("SETTLEMENT", {
    ...{ amount: "1234.00", settlementTime: "21/11/2026 02:29:00 PM", settlementReference },
    ...{ transactionsCount: transactions.length, transactions },
  });

test("a settlement that names the payer is erased, is not exported, and every check still holds", async () => {
  const { scope, account } = await openTestSession();
  const settled = await settleByMonnify("LB8HG1", [await payByMonnify("MNFY|26|1", { account, name: NAME })]);
  expect(settled.outcome).toBe("settlement");
  const caller = { ...COMMAND_LINE, organisationId: scope.organisationId };
  const { notifications } = await exportPayer(caller, { account: ACCOUNT });
  expect(notifications.map(({ event }) => event)).toEqual(["SUCCESSFUL_TRANSACTION"]);
  expect(await erasePayer(caller, { account: ACCOUNT })).toMatchObject({ payments: 1, notifications: 2 });
  expect(await findInDatabase([NAME, ACCOUNT, "okeke@example.com"])).toEqual([]);
  expect((await verifyTotals({})).differences).toEqual([]);
});

test("another organisation's payment whose reference is also the settlement's is not erased", async () => {
  const [{ scope, account }, other] = [await openTestSession(), await openTestSession()];
  await payByMonnify("LB8HG2", { account: other.account, name: "Adaeze Other-Payer" });
  await settleByMonnify("LB8HG2", [await payByMonnify("MNFY|26|2", { account, name: NAME })]);
  const caller = { ...COMMAND_LINE, organisationId: scope.organisationId };
  expect(await erasePayer(caller, { name: NAME })).toMatchObject({ payments: 1, notifications: 2 });
  const { payments } = await exportPayer(
    { ...COMMAND_LINE, organisationId: other.scope.organisationId },
    { name: "Adaeze Other-Payer" },
  );
  expect(payments).toHaveLength(1);
});

test("a payment of the organisation's other business is exported and erased, and one of a longer name is neither", async () => {
  const party = await connect(OURS);
  const payUnrelated = (senderName: string) =>
    payConnection(party, { account: "0123456789", amount: 9_900n, senderName });
  expect(await payUnrelated(NAME)).toBe("unrelated");
  await payUnrelated(`${NAME}-Other`);
  const caller = { ...COMMAND_LINE, organisationId: party.scope.organisationId };
  expect((await exportPayer(caller, { name: NAME })).notifications).toHaveLength(1);
  expect(await erasePayer(caller, { name: NAME })).toMatchObject({ payments: 0, notifications: 1 });
  expect(await findInDatabase([`"${NAME}"`])).toEqual([]);
  expect(await findInDatabase([`${NAME}-Other`])).toHaveLength(1);
});
