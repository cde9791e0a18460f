import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeEach, expect, test } from "vitest";
import { type ApiResponse, respondByCall, startBankApi } from "@/lib/bank/testing/server";
import { systemDb, systemTx } from "@/lib/db/client";
import { verifyTotals } from "@/lib/reconciliation";
import { closeSession } from "@/lib/sessions";
import { connectAsOwner, useTestDatabase } from "@/lib/testing/database";
import { recordCredit } from "../recording/record";
import { createIncomingCredit, openTestSession } from "../testing/sessions";
import { confirmDuePayments } from "./confirm-due";

/** The fake Nomba's answer to a query about a payment. */
let answer: ApiResponse;
let accounts = 5_343_270_516;
const nomba = await startBankApi((request) => {
  accounts++;
  const data = { bankAccountNumber: `${accounts}`, bankName: "Nombank MFB", bankAccountName: "Nomba/Night" };
  return respondByCall({
    "POST /v1/auth/token/issue": { status: 200, body: { code: "00", data: { access_token: "token" } } },
    "POST /v1/accounts/virtual": { status: 200, body: { code: "00", data } },
    "GET /v1/transactions/accounts/single": answer,
  })(request);
});
afterAll(() => nomba.close());

Object.assign(process.env, {
  BANK_MODE: "live",
  AUTH_URL: "https://takings.example",
  TRUST_PROXY: "none",
  BANK_PROVIDERS: "nomba",
  NOMBA_BASE_URL: nomba.baseUrl,
  NOMBA_CLIENT_ID: "client",
  NOMBA_CLIENT_SECRET: "client secret",
  NOMBA_ACCOUNT_ID: "parent",
  NOMBA_SIGNATURE_KEY: "signature key of the tests",
  AUTH_SECRET: "auth secret of the tests",
  JOB_SECRET: "job secret of the tests",
  ENCRYPTION_KEY: Buffer.alloc(32, 7).toString("base64"),
});
const database = useTestDatabase();

let session: Awaited<ReturnType<typeof openTestSession>>;
beforeEach(async () => {
  await systemDb().sql`delete from payment_confirmations`;
  session = await openTestSession("live", "https://receiver.example/hook");
  nomba.requests.length = 0;
  answer = { status: 500, body: "away" };
});

const bankRecord = (paymentKey: string, change: object = {}): ApiResponse => ({
  status: 200,
  body: {
    code: "00",
    data: {
      id: paymentKey,
      amount: "100.0",
      type: "vact_transfer",
      status: "SUCCESS",
      recipientAccountNumber: session.account,
      ...change,
    },
  },
});
const countQueries = () =>
  nomba.requests.filter(({ call }) => call.startsWith("GET /v1/transactions/accounts/single")).length;

/** A live success as Nomba reports it: signed, but the signature does not cover the amount. */
async function payment(change: Parameters<typeof createIncomingCredit>[0] = {}) {
  const reported = createIncomingCredit(
    { account: session.account, needsConfirmation: true, ...change },
    { mode: "live", provider: "nomba" },
  );
  await recordCredit(reported);
  return { reported, key: reported.credit.paymentKey };
}

async function readState() {
  const { sql } = systemDb();
  const { sessionId } = session;
  const [row] = await sql<{ status: string; waiting: number; due: number; inflow: bigint }[]>`
    select status, (select count(*)::int from payment_confirmations c where c.session_id = t.session_id) as waiting,
      (select count(*)::int from payment_confirmations c where c.session_id = t.session_id and due_at <= clock_timestamp()) as due,
      (select coalesce(sum(amount), 0)::bigint from session_totals s
        where s.session_id = t.session_id and status = 'successful') as inflow
    from transactions t where session_id = ${sessionId}`;
  const exceptions = await sql<
    { reason: string }[]
  >`select reason from exceptions where session_id = ${sessionId}`;
  const events = await sql<{ status: string; body: string }[]>`
    select transaction_status as status, body from webhook_deliveries where session_id = ${sessionId} order by created_at, id`;
  expect((await verifyTotals({ sessionId })).differences).toEqual([]);
  return {
    ...row,
    exceptions: exceptions.map(({ reason }) => reason),
    events: events.map(({ status, body }) => `${status} ${JSON.parse(body).data.status}`),
  };
}
const passTime = () =>
  systemDb().sql`update payment_confirmations set due_at = clock_timestamp() - interval '1 second' `;

test("a success with an unproven amount stays pending until the bank confirms it", async () => {
  const { key } = await payment();
  expect(await readState()).toMatchObject({
    status: "pending",
    inflow: 0n,
    due: 1,
    events: ["pending pending"],
  });
  answer = bankRecord(key);
  expect(await confirmDuePayments()).toBe(1);
  expect(await readState()).toEqual({
    ...{ status: "successful", waiting: 0, due: 0, inflow: 10_000n, exceptions: [] },
    events: ["pending pending", "successful successful"],
  });
  expect(await confirmDuePayments()).toBe(0);
});

test("a payment that the bank's record has as refunded is counted, after the refund beside it is stored", async () => {
  const { key } = await payment();
  answer = bankRecord(key, { status: "REFUND" });
  await connectAsOwner(database.ownerUrl, async (sql) => {
    await sql`alter table reversals rename to reversals_away`;
    await confirmDuePayments();
    await sql`alter table reversals_away rename to reversals`;
  });
  expect(await readState()).toMatchObject({ status: "pending", waiting: 1, exceptions: [] });
  await passTime();
  await confirmDuePayments();
  const counted = { status: "successful", inflow: 10_000n, exceptions: ["reversal"] };
  expect(await readState()).toMatchObject(counted);
  const reversals = await systemDb().sql`select kind, stage from reversals where payment_key = ${key}`;
  expect(reversals).toEqual([{ kind: "refund", stage: "completed" }]);
});

const MISMATCHES: [string, object][] = [
  ["a failed status", { status: "FAILED" }],
  ["another amount", { amount: "1.00" }],
  ["another account", { recipientAccountNumber: "0000000001" }],
  ["another currency", { currency: "USD" }],
];

test.each(MISMATCHES)(
  "if the bank's own record has %s the payment fails with an event and an exception, and is not queried again",
  async (_, change) => {
    const { key } = await payment();
    answer = bankRecord(key, change);
    await confirmDuePayments();
    expect(await readState()).toMatchObject({
      status: "failed",
      waiting: 0,
      inflow: 0n,
      exceptions: ["not_confirmed"],
      events: ["pending pending", "failed failed"],
    });
    const queried = countQueries();
    expect(await confirmDuePayments()).toBe(0);
    expect(countQueries()).toBe(queried);
  },
);

test.each<[string, object]>([
  ["no amount", { amount: undefined }],
  ["no account", { recipientAccountNumber: undefined }],
  ["a pending status", { status: "PENDING_BILLING" }],
  ["an unknown status", { status: "WHATEVER" }],
])("a record with %s is inconclusive: the payment stays pending and is queried again", async (_, change) => {
  const { key } = await payment();
  answer = bankRecord(key, change);
  await confirmDuePayments();
  expect(await readState()).toMatchObject({ status: "pending", waiting: 1, inflow: 0n, exceptions: [] });
});

test("the account's reference is accepted instead of its number", async () => {
  const { key } = await payment();
  answer = bankRecord(key, { recipientAccountNumber: undefined, virtualAccountReference: session.sessionId });
  await confirmDuePayments();
  expect(await readState()).toMatchObject({ status: "successful" });
});

test("a tampered notification that arrives first does not block the genuine payment", async () => {
  const { key } = await payment({ amount: 999_999_900n });
  const genuine = createIncomingCredit(
    { account: session.account, needsConfirmation: true, paymentKey: key },
    { mode: "live", provider: "nomba" },
  );
  expect(await recordCredit(genuine)).toEqual({ outcome: "exception" });
  answer = bankRecord(key);
  await confirmDuePayments();
  const { sql } = systemDb();
  expect(
    await sql`select amount, status from transactions where payment_key = ${key} order by sequence`,
    "the tampered payment failed, and the genuine one was recorded and confirmed",
  ).toEqual([
    { amount: 999_999_900n, status: "failed" },
    { amount: 10_000n, status: "successful" },
  ]);
  expect(
    await sql`select reason, resolution from exceptions where correlation_key = ${key} order by reason`,
  ).toEqual([
    { reason: "conflicting_repeat", resolution: "recorded" },
    { reason: "not_confirmed", resolution: null },
  ]);
});

test.each<[string, ApiResponse]>([
  ["is unavailable", { status: 500, body: "away" }],
  ["returns an invalid body", { status: 200, body: "<html>" }],
  ["does not know the payment yet", { status: 200, body: { code: "02" } }],
  [
    "returns another payment",
    { status: 200, body: { code: "00", data: { id: "another", amount: "100.0", status: "SUCCESS" } } },
  ],
])("a bank that %s is queried again later", async (_, first) => {
  const { key } = await payment();
  answer = first;
  expect(await confirmDuePayments()).toBe(1);
  expect(await readState()).toMatchObject({ status: "pending", waiting: 1, due: 0, exceptions: [] });
  expect(await confirmDuePayments(), "not before it is due").toBe(0);
  answer = bankRecord(key);
  await passTime();
  expect(await confirmDuePayments()).toBe(1);
  expect(await readState()).toMatchObject({ status: "successful", inflow: 10_000n });
});

test("a payment without an answer for a day opens one exception, and is queried until the bank answers", async () => {
  const { key } = await payment();
  await systemDb()
    .sql`update payment_confirmations set attempt_count = 60, created_at = clock_timestamp() - interval '25 hours'`;
  for (let queried = 0; queried < 3; queried++) {
    await confirmDuePayments();
    await passTime();
  }
  expect(await readState()).toMatchObject({ status: "pending", exceptions: ["not_confirmed"], waiting: 1 });
  answer = bankRecord(key);
  await confirmDuePayments();
  expect(await readState()).toMatchObject({ status: "successful", waiting: 0 });
  const { sql } = systemDb();
  expect(await sql`select resolution from exceptions where correlation_key = ${key}`).toEqual([
    { resolution: "recorded" },
  ]);
});

test("a repeated notification makes the bank query due immediately", async () => {
  const { reported, key } = await payment();
  await confirmDuePayments();
  expect(await readState()).toMatchObject({ due: 0 });
  await recordCredit(createIncomingCredit(reported.credit, reported.notification));
  expect(await readState()).toMatchObject({ due: 1 });
  answer = bankRecord(key);
  await confirmDuePayments();
  expect(await readState()).toMatchObject({ status: "successful" });
});

test("a repeated notification proves no more than the first, but a later failure is accepted", async () => {
  const { reported } = await payment();
  await recordCredit(createIncomingCredit(reported.credit, reported.notification));
  expect(await readState()).toMatchObject({ status: "pending", inflow: 0n, exceptions: [] });
  const { mode, provider } = reported.notification;
  await recordCredit(
    createIncomingCredit(
      { ...reported.credit, status: "failed", needsConfirmation: false },
      { mode, provider },
    ),
  );
  expect(await readState()).toMatchObject({ status: "failed", waiting: 0 });
});

test("a confirmation after the session's close is applied, because the payment was accepted before", async () => {
  const { key } = await payment();
  await closeSession(session.scope, session.sessionId);
  answer = bankRecord(key);
  await confirmDuePayments();
  expect(await readState()).toMatchObject({ status: "successful", inflow: 10_000n });
});

test("concurrent processes query the bank once per payment", async () => {
  for (let reported = 0; reported < 10; reported++) await payment();
  const queried = await Promise.all(Array.from({ length: 6 }, () => confirmDuePayments()));
  expect(queried.reduce((sum, count) => sum + count)).toBe(10);
  expect(countQueries()).toBe(10);
});

test("a payment that another process has locked does not block the others", async () => {
  const { key } = await payment();
  answer = bankRecord(key);
  const meanwhile = await systemTx(async ({ sql }) => {
    await sql`select from payment_confirmations for update`;
    return Promise.race([confirmDuePayments(), sleep(2_000, "held up", { ref: false })]);
  });
  expect(meanwhile).toBe(0);
  expect(await confirmDuePayments()).toBe(1);
});

test("a failed payment needs no confirmation", async () => {
  await payment({ status: "failed", needsConfirmation: false });
  expect(await readState()).toMatchObject({ status: "failed", waiting: 0 });
});
