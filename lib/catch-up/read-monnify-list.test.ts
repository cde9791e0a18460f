/** Guarantee: a payment that Monnify's list shows without an account and its notification report one payment, in any order. */

import { afterAll, beforeEach, expect, test } from "vitest";
import type { EmulatedPayment } from "@/lib/bank/testing/emulators/ledger";
import { startMonnifyEmulator } from "@/lib/bank/testing/emulators/monnify";
import { composePayment, composeSettlement } from "@/lib/bank/testing/emulators/notifications";
import { assertDefined } from "@/lib/core/errors/assert";
import { COMMAND_LINE } from "@/lib/core/scope";
import { systemDb } from "@/lib/db/client";
import { dismissException } from "@/lib/exceptions";
import { assignException, receiveBankNotification } from "@/lib/intake";
import { verifyTotals } from "@/lib/reconciliation";
import { closeSession } from "@/lib/sessions";
import { useTestDatabase } from "@/lib/testing/database";
import { openSessionOf, openTestSession } from "@/lib/transactions/testing/sessions";
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

async function readAgain(): Promise<number> {
  await systemDb().sql`update bank_polls set due_at = clock_timestamp() - interval '1 second'`;
  return readDueLists();
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

test.each([
  ["the notification, then the list", "notification first"],
  ["the list, then the notification", "list first"],
])("a payment after the close is one exception: %s", async (_, order) => {
  const scope = session.scope;
  await closeSession(scope, session.sessionId);
  const payment = pay();
  const reports = [() => notify(payment), readAgain];
  for (const report of order === "list first" ? reports.toReversed() : reports) await report();
  await readAgain();
  expect(await notify({ ...payment, narration: "Ticket again" })).toBe("exception");
  const [opened, ...others] = await readExceptions(payment);
  expect(opened).toMatchObject({ reason: "session_closed", resolution: null });
  expect(others).toEqual([]);
  await expectVerified();
  const { sessionId } = await openSessionOf(scope);
  await assignException(COMMAND_LINE, { exceptionId: opened?.id ?? "", sessionId });
  await readAgain();
  expect(await notify({ ...payment, narration: "Ticket once more" })).toBe("existing");
  expect(await readExceptions(payment)).toEqual([{ ...opened, resolution: "assigned" }]);
  await expectVerified();
});

test("a payment that was marked to be refunded opens no exception when it is listed", async () => {
  await closeSession(session.scope, session.sessionId);
  const payment = pay();
  await notify(payment);
  const [opened] = await readExceptions(payment);
  const request = { exceptionId: opened?.id ?? "", note: "sent back", resolution: "to_refund" } as const;
  await dismissException(COMMAND_LINE, request);
  await readAgain();
  expect(await readExceptions(payment)).toEqual([{ ...opened, resolution: "to_refund" }]);
  await expectVerified();
});

test("a settlement of a payment that is an exception does not say that it was never reported", async () => {
  await closeSession(session.scope, session.sessionId);
  const [reported, lost] = [pay(), pay()];
  await notify(reported);
  const settlement = composeSettlement(monnify.ledger, monnify.ledger.settle(), SECRET);
  const { headers, body } = assertDefined(settlement, "settled");
  await receiveBankNotification({ headers: new Headers(headers), body: Buffer.from(body) });
  const details = await systemDb().sql`
    select correlation_key as key, detail like '%never reported%' as is_never_reported from exceptions
    where reason = 'settlement_unreported' and correlation_key = any(${[reported.key, lost.key]}) order by 1`;
  expect(details).toEqual([
    { key: reported.key, isNeverReported: false },
    { key: lost.key, isNeverReported: true },
  ]);
  await expectVerified();
});
