/** Guarantee: a member attaches only accounts that the own organisation's bank lists now, to own open live events. */

import { afterAll, expect, test } from "vitest";
import { startFlutterwaveEmulator } from "@/lib/bank/testing/emulators/flutterwave";
import { composePayment } from "@/lib/bank/testing/emulators/notifications";
import { addConnection, removeConnection } from "@/lib/bank-connections";
import {
  createConnectedOrganisation,
  createOrganisation,
  startLivePaystack,
} from "@/lib/bank-connections/testing/paystack";
import { type Id, newId } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import { systemDb } from "@/lib/db/client";
import { receiveConnectionNotification } from "@/lib/intake";
import { verifyTotals } from "@/lib/reconciliation";
import { closeSession, createSession, getSession } from "@/lib/sessions";
import { CreateSession } from "@/lib/sessions/contract";
import { useTestDatabase } from "@/lib/testing/database";
import { attachListedAccount, listAccountChoices, listAttachableConnections } from "./index";

const OURS = "sk_live_ours-0001";
const THEIRS = "sk_live_theirs-0002";
const bank = await startLivePaystack([OURS, THEIRS]);
const flutterwave = await startFlutterwaveEmulator({ clientId: "client", clientSecret: "secret" });
process.env.FLUTTERWAVE_BASE_URL = flutterwave.baseUrl;
afterAll(() => Promise.all([bank.close(), flutterwave.close()]));
useTestDatabase();

const LIST = "GET /dedicated_account";

/** Opens a session of the organisation without an account. */
async function open(scope: Scope, name = "Jazz") {
  const body = { external_event_id: name, name, collection: { account: false, pos: false } };
  return (await createSession(scope, CreateSession.parse(body))).session_id as Id<"session">;
}

async function connect(secret = OURS) {
  const { scope, connectionId } = await createConnectedOrganisation(secret);
  return { scope, connectionId, sessionId: await open(scope) };
}

/** Sends the bank's notification of a payment to the account, and returns its outcome. */
async function pay(connectionId: Id<"bankConnection">, account: string) {
  const { headers, body } = composePayment("paystack", bank.ledger.pay(account, 10_000n), OURS);
  const raw = { body: Buffer.from(body), headers: new Headers(headers) };
  return (await receiveConnectionNotification(connectionId, raw)).outcome;
}

const failureOf = (call: Promise<unknown>) =>
  call.then(
    () => expect.fail("nothing was refused"),
    (thrown: unknown) => thrown,
  );

test("an account of the bank's list is attached under the list's names, by the member, in the audit log", async () => {
  const { scope, connectionId, sessionId } = await connect();
  const { number } = bank.openAccount("Merchant", "Two");
  const attached = await attachListedAccount(scope, { sessionId, connectionId, accountNumber: number });
  expect(attached).toEqual({ sessionId, accountName: "Takings / Jazz" });
  expect((await getSession(scope, sessionId)).collection_account).toMatchObject({
    account_number: number,
    bank_name: "Wema Bank",
    bank_code: "035",
  });
  const [row] = await systemDb().sql`
    select bank_account_name, account_connection_id from sessions where session_id = ${sessionId}`;
  expect(row).toEqual({ bankAccountName: "TAKINGS / MERCHANT TWO", accountConnectionId: connectionId });
  const [entry] = await systemDb().sql`
    select organisation_id, member_id, details from audit_entries
    where session_id = ${sessionId} and action = 'attached_account'`;
  expect(entry).toMatchObject({
    organisationId: scope.organisationId,
    memberId: scope.actor.memberId,
    details: { connection: connectionId },
  });
});

test("payments before the attachment are processed again, and later ones are recorded", async () => {
  const { scope, connectionId, sessionId } = await connect();
  const { number } = bank.openAccount("Earlier");
  const other = bank.openAccount("Other");
  expect(await pay(connectionId, number)).toBe("unrelated");
  expect(await pay(connectionId, other.number)).toBe("unrelated");
  await attachListedAccount(scope, { sessionId, connectionId, accountNumber: number });
  const count = async () =>
    (await systemDb().sql`select from transactions where session_id = ${sessionId}`).length;
  const before = await count();
  expect(await pay(connectionId, number)).toBe("recorded");
  expect(await count()).toBe(before + 1);
  const left = await systemDb()
    .sql`select account from unrelated_payments where bank_connection_id = ${connectionId}`;
  expect(left.map(({ account }) => account)).toEqual([other.number]);
  expect((await verifyTotals({})).differences).toEqual([]);
});

test("a number that the bank does not list is refused", async () => {
  const { scope, connectionId, sessionId } = await connect();
  const unlisted = attachListedAccount(scope, { sessionId, connectionId, accountNumber: "0123456789" });
  expect(await failureOf(unlisted)).toMatchObject({
    code: "invalid_request",
    faults: [{ pointer: "/account_number", detail: expect.stringContaining("does not list") }],
  });
  expect((await getSession(scope, sessionId)).collection_account).toBeNull();
});

test("an account that the bank closed after it was listed is refused", async () => {
  const { scope, connectionId, sessionId } = await connect();
  const account = bank.openAccount("Closing");
  const find = async () => {
    const { accounts } = await listAccountChoices(scope, { connectionId });
    return accounts.find((one) => one.account_number === account.number)?.status;
  };
  expect(await find()).toBe("free");
  account.isAssigned = false;
  const refused = attachListedAccount(scope, { sessionId, connectionId, accountNumber: account.number });
  expect(await failureOf(refused)).toMatchObject({
    code: "conflict",
    detail: expect.stringContaining("closed"),
  });
  expect(await find()).toBe("closed");
});

test("an account of another open event is listed as in use, and refused with 409", async () => {
  const { scope, connectionId, sessionId } = await connect();
  const { number } = bank.openAccount("Shared");
  await attachListedAccount(scope, { sessionId, connectionId, accountNumber: number });
  const second = await open(scope, "Blues");
  const find = async () => {
    const { accounts } = await listAccountChoices(scope, { connectionId });
    return accounts.find((one) => one.account_number === number);
  };
  expect(await find()).toMatchObject({ status: "in_use", event_name: "Jazz", bank_name: "Wema Bank" });
  const refused = attachListedAccount(scope, { sessionId: second, connectionId, accountNumber: number });
  expect(await failureOf(refused)).toMatchObject({ code: "conflict" });
  await closeSession(scope, sessionId);
  expect(await find()).toMatchObject({ status: "free", event_name: null });
  await attachListedAccount(scope, { sessionId: second, connectionId, accountNumber: number });
});

test("another organisation's connection and session look unknown, and the deployment's connection too", async () => {
  const ours = await connect();
  const theirs = await connect(THEIRS);
  const { number: accountNumber } = bank.openAccount("Foreign");
  const { sessionId } = ours;
  for (const connectionId of [theirs.connectionId, newId("bankConnection"), "bnk_paystack"] as const) {
    const expected = { code: "not_found" };
    expect(
      await failureOf(attachListedAccount(ours.scope, { sessionId, connectionId, accountNumber })),
    ).toMatchObject(expected);
    expect(await failureOf(listAccountChoices(ours.scope, { connectionId }))).toMatchObject(expected);
  }
  const foreign = { sessionId: theirs.sessionId, connectionId: ours.connectionId, accountNumber };
  expect(await failureOf(attachListedAccount(ours.scope, foreign))).toMatchObject({ code: "not_found" });
  expect(await failureOf(listAttachableConnections(ours.scope, theirs.sessionId))).toMatchObject({
    code: "not_found",
  });
  expect(await listAttachableConnections(ours.scope, sessionId)).toEqual({
    connections: [{ id: ours.connectionId, provider: "paystack" }],
  });
});

test("the bank is not asked for an event that can have no account", async () => {
  const { scope, connectionId, sessionId } = await connect();
  const { number: accountNumber } = bank.openAccount("Never");
  await closeSession(scope, sessionId);
  const calls = bank.count(LIST);
  expect(
    await failureOf(attachListedAccount(scope, { sessionId, connectionId, accountNumber })),
  ).toMatchObject({ code: "conflict" });
  expect(bank.count(LIST)).toBe(calls);
});

test("in test mode nothing is listed, with the reason, and an attachment is refused", async () => {
  const { scope, connectionId } = await connect();
  const testScope: Scope = { ...scope, mode: "test" };
  const sessionId = await open(testScope);
  expect(await listAccountChoices(testScope, { connectionId })).toEqual({
    accounts: [],
    next_cursor: null,
    unlisted_reason: expect.stringContaining("Test mode is on"),
  });
  const { number: accountNumber } = bank.openAccount("Live");
  const refused = attachListedAccount(testScope, { sessionId, connectionId, accountNumber });
  expect(await failureOf(refused)).toMatchObject({ code: "invalid_request" });
  const unknown = { sessionId: newId("session"), connectionId, accountNumber };
  expect(await failureOf(attachListedAccount(testScope, unknown))).toMatchObject({ code: "not_found" });
});

test("a 401 of the bank is said as refused credentials, other failures as unavailable", async () => {
  const { scope, connectionId, sessionId } = await connect();
  const { number: accountNumber } = bank.openAccount("Refused");
  const refused = { status: 401, body: { status: false, message: "Invalid key" } };
  bank.fail(LIST, refused);
  expect(await failureOf(listAccountChoices(scope, { connectionId }))).toMatchObject({
    code: "bank_refused",
    detail: expect.stringContaining("refused the credentials"),
  });
  bank.fail(LIST, refused);
  const attaching = () => attachListedAccount(scope, { sessionId, connectionId, accountNumber });
  expect(await failureOf(attaching())).toMatchObject({ code: "bank_refused" });
  bank.fail(LIST, "error");
  expect(await failureOf(attaching())).toMatchObject({ code: "unavailable" });
  expect((await getSession(scope, sessionId)).collection_account).toBeNull();
});

test("an account on a later page of the bank's list is found", async () => {
  const { scope, connectionId, sessionId } = await connect();
  while (bank.accounts.length < 50) bank.openAccount("Filler");
  const { number } = bank.openAccount("Late");
  const { accounts, next_cursor: cursor } = await listAccountChoices(scope, { connectionId });
  expect(accounts.map((one) => one.account_number)).not.toContain(number);
  const second = await listAccountChoices(scope, { connectionId, cursor: cursor ?? "" });
  expect(second.accounts.map((one) => one.account_number)).toContain(number);
  await attachListedAccount(scope, { sessionId, connectionId, accountNumber: number });
});

test("a removed connection is neither listed nor asked", async () => {
  const { scope, connectionId, sessionId } = await connect();
  await removeConnection(scope, { connectionId });
  expect(await listAttachableConnections(scope, sessionId)).toEqual({ connections: [] });
  expect(await failureOf(listAccountChoices(scope, { connectionId }))).toMatchObject({ code: "not_found" });
  expect(
    await createOrganisation().then((other) => failureOf(listAttachableConnections(other, sessionId))),
  ).toMatchObject({ code: "not_found" });
});

test("for a bank without a documented list nothing is listed or attached, and the answer states who attaches its accounts", async () => {
  const scope = await createOrganisation();
  const credentials = { MONIEPOINT_WEBHOOK_SECRET: "secret-of-the-organiser" };
  const { connectionId } = await addConnection(scope, { provider: "moniepoint", credentials });
  const sessionId = await open(scope);
  expect(await listAccountChoices(scope, { connectionId })).toEqual({
    accounts: [],
    next_cursor: null,
    unlisted_reason: expect.stringContaining("takings accounts attach"),
  });
  const refused = attachListedAccount(scope, { sessionId, connectionId, accountNumber: "0123456789" });
  expect(await failureOf(refused)).toMatchObject({
    code: "conflict",
    detail: expect.stringContaining("Moniepoint documents no list of accounts"),
  });
});

test("at Flutterwave, whose payments name no account, nothing is listed or attached, and the answer states it", async () => {
  const scope = await createOrganisation();
  const { connectionId } = await addConnection(scope, {
    provider: "flutterwave",
    credentials: {
      FLUTTERWAVE_CLIENT_ID: "client",
      FLUTTERWAVE_CLIENT_SECRET: "secret",
      FLUTTERWAVE_SECRET_HASH: "hash of the tests",
      FLUTTERWAVE_CUSTOMER_EMAIL: "money@host.ng",
      FLUTTERWAVE_BVN: "22222222222",
    },
  });
  const sessionId = await open(scope);
  const stated = expect.stringContaining("Payments at Flutterwave do not name the account");
  const choices = await listAccountChoices(scope, { connectionId });
  expect(choices).toEqual({ accounts: [], next_cursor: null, unlisted_reason: stated });
  const refused = attachListedAccount(scope, { sessionId, connectionId, accountNumber: "0123456789" });
  expect(await failureOf(refused)).toMatchObject({ code: "conflict", detail: stated });
});
