import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeEach, expect, test } from "vitest";
import { type ApiAnswer, byCall, startBankApi } from "@/lib/bank/testing/server";
import { systemDb, systemTx } from "@/lib/db/client";
import { verifyTotals } from "@/lib/reconciliation";
import { closeSession } from "@/lib/sessions";
import { useTestDatabase } from "@/lib/testing/database";
import { confirmDue } from "./payment-confirmation";
import { recordCredit } from "./record";
import { incoming, openTestSession } from "./testing/sessions";

/** What the played Nomba answers to a question about a payment. */
let answer: ApiAnswer;
let accounts = 5_343_270_516;
const nomba = await startBankApi((request) => {
  accounts++;
  const data = { bankAccountNumber: `${accounts}`, bankName: "Nombank MFB", bankAccountName: "Nomba/Night" };
  return byCall({
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
useTestDatabase();

let session: Awaited<ReturnType<typeof openTestSession>>;
beforeEach(async () => {
  await systemDb().sql`delete from confirmations`;
  session = await openTestSession("live", "https://receiver.example/hook");
  nomba.requests.length = 0;
  answer = { status: 500, body: "away" };
});

const says = (paymentKey: string, change: object = {}): ApiAnswer => ({
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
const questions = () =>
  nomba.requests.filter(({ call }) => call.startsWith("GET /v1/transactions/accounts/single")).length;

/** A live success as Nomba tells it: signed, but with an amount that the signature does not cover. */
async function payment(change: Parameters<typeof incoming>[0] = {}) {
  const told = incoming(
    { account: session.account, needsConfirmation: true, ...change },
    { mode: "live", provider: "nomba" },
  );
  await recordCredit(told);
  return { told, key: told.credit.paymentKey };
}

async function books() {
  const { sql } = systemDb();
  const { sessionId } = session;
  const [row] = await sql<{ status: string; waiting: number; due: number; inflow: bigint }[]>`
    select status, (select count(*)::int from confirmations c where c.session_id = t.session_id) as waiting,
      (select count(*)::int from confirmations c where c.session_id = t.session_id and due_at <= clock_timestamp()) as due,
      (select coalesce(sum(amount), 0)::bigint from session_totals s
        where s.session_id = t.session_id and status = 'successful') as inflow
    from transactions t where session_id = ${sessionId}`;
  const exceptions = await sql<
    { reason: string }[]
  >`select reason from exceptions where session_id = ${sessionId}`;
  const events = await sql<{ status: string; body: string }[]>`
    select transaction_status as status, body from deliveries where session_id = ${sessionId} order by created_at, id`;
  expect((await verifyTotals({ sessionId })).differences).toEqual([]);
  return {
    ...row,
    exceptions: exceptions.map(({ reason }) => reason),
    events: events.map(({ status, body }) => `${status} ${JSON.parse(body).data.status}`),
  };
}
const passTime = () =>
  systemDb().sql`update confirmations set due_at = clock_timestamp() - interval '1 second' `;

test("a success whose amount is not proven is pending until the bank agrees, and then successful", async () => {
  const { key } = await payment();
  expect(await books()).toMatchObject({ status: "pending", inflow: 0n, due: 1, events: ["pending pending"] });
  answer = says(key);
  expect(await confirmDue()).toBe(1);
  expect(await books()).toEqual({
    status: "successful",
    waiting: 0,
    due: 0,
    inflow: 10_000n,
    exceptions: [],
    events: ["pending pending", "successful successful"],
  });
  expect(await confirmDue()).toBe(0);
});

const MISMATCHES: [string, object][] = [
  ["a failed status", { status: "FAILED" }],
  ["another amount", { amount: "1.00" }],
  ["another account", { recipientAccountNumber: "0000000001" }],
  ["another currency", { currency: "USD" }],
];

test.each(MISMATCHES)(
  "where the bank's own record has %s the payment fails, with its event and an exception, and is asked about no more",
  async (_, change) => {
    const { key } = await payment();
    answer = says(key, change);
    await confirmDue();
    expect(await books()).toMatchObject({
      status: "failed",
      waiting: 0,
      inflow: 0n,
      exceptions: ["not_confirmed"],
      events: ["pending pending", "failed failed"],
    });
    const asked = questions();
    expect(await confirmDue()).toBe(0);
    expect(questions()).toBe(asked);
  },
);

test.each<[string, object]>([
  ["no amount", { amount: undefined }],
  ["no account", { recipientAccountNumber: undefined }],
  ["a pending status", { status: "PENDING_BILLING" }],
  ["an unknown status", { status: "WHATEVER" }],
])(
  "a record with %s confirms nothing: the payment stays pending and is asked about again",
  async (_, change) => {
    const { key } = await payment();
    answer = says(key, change);
    await confirmDue();
    expect(await books()).toMatchObject({ status: "pending", waiting: 1, inflow: 0n, exceptions: [] });
  },
);

test("our own reference of the account stands for its number", async () => {
  const { key } = await payment();
  answer = says(key, { recipientAccountNumber: undefined, virtualAccountReference: session.sessionId });
  await confirmDue();
  expect(await books()).toMatchObject({ status: "successful" });
});

test("a tampered notification that comes first does not keep the genuine payment out", async () => {
  const { key } = await payment({ amount: 999_999_900n });
  const genuine = incoming(
    { account: session.account, needsConfirmation: true, paymentKey: key },
    { mode: "live", provider: "nomba" },
  );
  expect(await recordCredit(genuine)).toEqual({ fate: "exception" });
  answer = says(key);
  await confirmDue();
  const { sql } = systemDb();
  expect(
    await sql`select amount, status from transactions where payment_key = ${key} order by number`,
    "the tampered one failed, and the genuine one was recorded in its stead",
  ).toEqual([
    { amount: 999_999_900n, status: "failed" },
    { amount: 10_000n, status: "pending" },
  ]);
  await passTime();
  await confirmDue();
  expect(await sql`select status from transactions where payment_key = ${key} order by number`).toEqual([
    { status: "failed" },
    { status: "successful" },
  ]);
  expect(await sql`select reason, resolution from exceptions where subject = ${key} order by reason`).toEqual(
    [
      { reason: "conflicting_repeat", resolution: "recorded" },
      { reason: "not_confirmed", resolution: null },
    ],
  );
});

test.each<[string, ApiAnswer]>([
  ["is away", { status: 500, body: "away" }],
  ["answers nonsense", { status: 200, body: "<html>" }],
  ["does not know the payment yet", { status: 200, body: { code: "02" } }],
  [
    "tells of another payment",
    { status: 200, body: { code: "00", data: { id: "another", amount: "100.0", status: "SUCCESS" } } },
  ],
])("a bank that %s is asked again later", async (_, first) => {
  const { key } = await payment();
  answer = first;
  expect(await confirmDue()).toBe(1);
  expect(await books()).toMatchObject({ status: "pending", waiting: 1, due: 0, exceptions: [] });
  expect(await confirmDue(), "not before it is due").toBe(0);
  answer = says(key);
  await passTime();
  expect(await confirmDue()).toBe(1);
  expect(await books()).toMatchObject({ status: "successful", inflow: 10_000n });
});

test("a payment without an answer for a day is an exception once, and is asked about until the bank answers", async () => {
  const { key } = await payment();
  await systemDb()
    .sql`update confirmations set attempt_count = 60, created_at = clock_timestamp() - interval '25 hours'`;
  for (let asked = 0; asked < 3; asked++) {
    await confirmDue();
    await passTime();
  }
  expect(await books()).toMatchObject({ status: "pending", exceptions: ["not_confirmed"], waiting: 1 });
  answer = says(key);
  await confirmDue();
  expect(await books()).toMatchObject({ status: "successful", waiting: 0 });
  const { sql } = systemDb();
  expect(await sql`select resolution from exceptions where subject = ${key}`).toEqual([
    { resolution: "recorded" },
  ]);
});

test("a repeat has the bank asked again at once", async () => {
  const { told, key } = await payment();
  await confirmDue();
  expect(await books()).toMatchObject({ due: 0 });
  await recordCredit(incoming(told.credit, told.notice));
  expect(await books()).toMatchObject({ due: 1 });
  answer = says(key);
  await confirmDue();
  expect(await books()).toMatchObject({ status: "successful" });
});

test("the notice told again proves no more than before; a failure told later is believed", async () => {
  const { told } = await payment();
  await recordCredit(incoming(told.credit, told.notice));
  expect(await books()).toMatchObject({ status: "pending", inflow: 0n, exceptions: [] });
  const { mode, provider } = told.notice;
  await recordCredit(
    incoming({ ...told.credit, status: "failed", needsConfirmation: false }, { mode, provider }),
  );
  expect(await books()).toMatchObject({ status: "failed", waiting: 0 });
});

test("a bank that confirms after the close is believed, for the payment was accepted before", async () => {
  const { key } = await payment();
  await closeSession(session.scope, session.sessionId);
  answer = says(key);
  await confirmDue();
  expect(await books()).toMatchObject({ status: "successful", inflow: 10_000n });
});

test("processes that look at once ask the bank once about each payment", async () => {
  for (let told = 0; told < 10; told++) await payment();
  const asked = await Promise.all(Array.from({ length: 6 }, () => confirmDue()));
  expect(asked.reduce((sum, count) => sum + count)).toBe(10);
  expect(questions()).toBe(10);
});

test("a payment that another process is asking about holds nobody up", async () => {
  const { key } = await payment();
  answer = says(key);
  const meanwhile = await systemTx(async ({ sql }) => {
    await sql`select from confirmations for update`;
    return Promise.race([confirmDue(), sleep(2_000, "held up", { ref: false })]);
  });
  expect(meanwhile).toBe(0);
  expect(await confirmDue()).toBe(1);
});

test("a failed payment needs no confirmation", async () => {
  await payment({ status: "failed", needsConfirmation: false });
  expect(await books()).toMatchObject({ status: "failed", waiting: 0 });
});
