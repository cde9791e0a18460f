/** Guarantee: a payment that Monnify's list shows without an account and its notification report one payment, in any order. */

import { afterAll, beforeEach, expect, test } from "vitest";
import type { EmulatedPayment } from "@/lib/bank/testing/emulators/ledger";
import { startMonnifyEmulator } from "@/lib/bank/testing/emulators/monnify";
import { composePayment } from "@/lib/bank/testing/emulators/notifications";
import { assertDefined } from "@/lib/core/errors/assert";
import { systemDb } from "@/lib/db/client";
import { receiveBankNotification } from "@/lib/intake";
import { verifyTotals } from "@/lib/reconciliation";
import { useTestDatabase } from "@/lib/testing/database";
import { openTestSession } from "@/lib/transactions/testing/sessions";
import { readDueLists } from "./index";

const SECRET = "monnify secret";
const monnify = await startMonnifyEmulator({ apiKey: "key", secretKey: SECRET, contractCode: "1" });
Object.assign(process.env, {
  ...{ BANK_MODE: "live", AUTH_URL: "https://takings.example", TRUST_PROXY: "none" },
  ...{ AUTH_SECRET: "auth secret of the tests", JOB_SECRET: "job secret of the tests" },
  ...{ ENCRYPTION_KEY: Buffer.alloc(32, 7).toString("base64"), BANK_PROVIDERS: "monnify" },
  ...{ MONNIFY_BASE_URL: monnify.baseUrl, MONNIFY_API_KEY: "key", MONNIFY_SECRET_KEY: SECRET },
  ...{ MONNIFY_CONTRACT_CODE: "1", MONNIFY_BVN: "22222222222" },
});
afterAll(() => monnify.close());
useTestDatabase();

let session: Awaited<ReturnType<typeof openTestSession>>;
let payments = 0;

beforeEach(async () => {
  monnify.ledger.payments.length = 0;
  await systemDb().sql`delete from bank_polls`;
  session = await openTestSession("live");
});

const pay = (account = session.account) =>
  monnify.ledger.pay(account, 500_000n, {
    key: `MNFY|${++payments}`,
    paidAt: new Date(Date.now() - 300_000),
  });

async function notify(payment: EmulatedPayment): Promise<string> {
  const { headers, body } = composePayment("monnify", payment, SECRET);
  const { outcome } = await receiveBankNotification({
    headers: new Headers(headers),
    body: Buffer.from(body),
  });
  return outcome;
}

const readExceptions = ({ key }: EmulatedPayment) =>
  systemDb().sql<{ id: string; reason: string; resolution: string | null }[]>`
    select id, reason, resolution from exceptions where correlation_key = ${key} order by created_at, id`;

const expectVerified = async () => expect((await verifyTotals({})).differences).toEqual([]);

test("a notification that names another number of the reservation repeats the payment of the list", async () => {
  const { numbers } = assertDefined(
    monnify.reservations.find(({ reference }) => reference === session.sessionId),
    "reserved",
  );
  const other = numbers.find(({ accountNumber }) => accountNumber !== session.account);
  const payment = pay(assertDefined(other, "several numbers").accountNumber);
  expect(await readDueLists()).toBe(1);
  expect(await notify(payment)).toBe("existing");
  expect(await readExceptions(payment)).toEqual([]);
  await expectVerified();
});
