import { createHmac } from "node:crypto";
import postgres from "postgres";
import { afterAll, beforeEach, expect, test } from "vitest";
import { type RawNotification, verifyingSecret } from "@/lib/bank";
import { readFixture } from "@/lib/bank/testing/notifications";
import type { Mode } from "@/lib/core/scope";
import { systemDb } from "@/lib/db/client";
import { useTestDatabase } from "@/lib/testing/database";
import { openTestSession } from "@/lib/transactions/testing/sessions";
import { receiveBankNotification } from "./receive";
import { composePaymentNotification, NOMBA_ACCOUNT, startLiveBanks } from "./testing/live-banks";

const banks = await startLiveBanks();
afterAll(() => banks.close());
const database = useTestDatabase();

const NOMBA_SAMPLE: RawNotification = {
  body: readFixture("nomba", "transfer"),
  headers: new Headers({
    "nomba-signature": "Kt9095hQxfgmVbx6iz7G2tPhHdbdXgLlyY/mf35sptw=",
    "nomba-signature-algorithm": "HmacSHA256",
    "nomba-signature-version": "1.0.0",
    "nomba-timestamp": "2025-09-29T10:51:44Z",
  }),
};

beforeEach(async () => {
  // Only the owner role may truncate. The stub bank always issues the same account number.
  const owner = postgres(database.ownerUrl, { max: 1, onnotice: () => undefined });
  await owner`truncate sessions, session_states, transactions, payment_identities, exceptions, bank_notifications cascade`;
  await owner.end();
});

const exceptions = () => systemDb().sql<{ reason: string; mode: Mode; provider: string; amount: bigint }[]>`
  select reason, mode, provider, amount from exceptions order by created_at, id`;
const transactions = () => systemDb().sql<
  { mode: Mode; status: string; amount: bigint; sessionId: string }[]
>`
  select mode, status, amount, session_id as "sessionId" from transactions order by created_at`;

test("Nomba's published sample, with its published signature, is a live payment that awaits confirmation", async () => {
  const { sessionId } = await openTestSession("live");
  expect(await receiveBankNotification(NOMBA_SAMPLE)).toMatchObject({ outcome: "recorded" });
  expect(await transactions()).toEqual([{ mode: "live", status: "pending", amount: 1_000n, sessionId }]);
});

test("Monnify's published sample, with its published signature, is a cash payment and becomes an exception", async () => {
  const signature =
    "f04fb635e04d71648bd3cc7999003da6861483342c856d05ddfa9b2dafacb873b0de1d0f8f67405d0010b4348b721c49fa171d317972618debba6b638aedcd3c";
  const headers = new Headers({ "monnify-signature": signature });
  await receiveBankNotification({ headers, body: readFixture("monnify", "cash") });
  expect(await exceptions()).toEqual([
    { reason: "unsupported_channel", mode: "live", provider: "monnify", amount: 7_800_000n },
  ]);
});

test("a notification signed by Lenco's description is verified and stored as unreadable", async () => {
  const body =
    '{"event":"virtual-account.transaction","data":{"id":"va-txn-1","transactionAmount":"5000.00","currency":"NGN","nipSessionId":"000013240101120000123456789012"}}';
  const signature =
    "c870c8f33bd4736d5caf243fca8a7a51739c72d2dca26b3180b68d6ae65667b957a9b98f4c569d157ebfab4387cec27984d3473b73c47fe0a376721cc25f87e9";
  await receiveBankNotification({
    headers: new Headers({ "x-lenco-signature": signature }),
    body: Buffer.from(body),
  });
  expect(await exceptions()).toMatchObject([{ reason: "unreadable", mode: "live", provider: "lenco" }]);
});

test("a live account is credited only by the bank that issued it", async () => {
  const { account } = await openTestSession("live");
  expect(account).toBe(NOMBA_ACCOUNT);
  for (const provider of ["paystack", "monnify", "lenco"] as const) {
    expect(
      await receiveBankNotification(composePaymentNotification(provider, "live", { account })),
    ).toMatchObject({
      outcome: "exception",
    });
  }
  expect(await transactions()).toEqual([]);
  expect(new Set((await exceptions()).map(({ reason }) => reason))).toEqual(new Set(["unknown_destination"]));
  expect(
    await receiveBankNotification(composePaymentNotification("nomba", "live", { account })),
  ).toMatchObject({
    outcome: "recorded",
  });
});

test("a notification signed with a test secret changes no live session, at the same bank or another", async () => {
  const { account } = await openTestSession("live");
  for (const provider of ["nomba", "paystack"] as const) {
    await receiveBankNotification(composePaymentNotification(provider, "test", { account }));
  }
  expect(await transactions()).toEqual([]);
  expect(await exceptions()).toMatchObject([
    { reason: "unknown_destination", mode: "test" },
    { reason: "unknown_destination", mode: "test" },
  ]);
});

test("a notification signed with a live secret changes no test session", async () => {
  const { account } = await openTestSession("test");
  await receiveBankNotification(composePaymentNotification("nomba", "live", { account }));
  expect(await transactions()).toEqual([]);
  for (const provider of ["nomba", "paystack"] as const) {
    await receiveBankNotification(
      composePaymentNotification(provider, "test", { account, paymentKey: `PAY-${provider}` }),
    );
  }
  expect(await transactions(), "any bank may credit a test account").toMatchObject([
    { mode: "test", status: "successful" },
    { mode: "test", status: "successful" },
  ]);
});

test("the same payment key in test and live mode is two payments", async () => {
  const [liveSession, testSession] = [await openTestSession("live"), await openTestSession("test")];
  await receiveBankNotification(
    composePaymentNotification("nomba", "live", { account: liveSession.account }),
  );
  await receiveBankNotification(
    composePaymentNotification("nomba", "test", { account: testSession.account }),
  );
  expect((await transactions()).map(({ mode, sessionId }) => [mode, sessionId]).sort()).toEqual([
    ["live", liveSession.sessionId],
    ["test", testSession.sessionId],
  ]);
});

test("a terminal's id is not a device in live mode", async () => {
  const { terminalId } = await openTestSession("live");
  await receiveBankNotification(
    composePaymentNotification("nomba", "live", { channel: "pos", account: "", device: terminalId }),
  );
  expect(await transactions()).toEqual([]);
  expect(await exceptions()).toMatchObject([{ reason: "unknown_destination", mode: "live" }]);
});

test("each mode has its own secret; any other signature is refused and nothing is stored", async () => {
  const secrets = (["live", "test"] as const).map((mode) => verifyingSecret("paystack", mode) ?? "");
  expect(new Set(secrets).size).toBe(2);
  const body = Buffer.from("{}");
  const wrong = createHmac("sha512", `${secrets[1]}.`).update(body).digest("hex");
  await expect(
    receiveBankNotification({ headers: new Headers({ "x-paystack-signature": wrong }), body }),
  ).rejects.toMatchObject({ code: "invalid_signature" });
  const [stored] = await systemDb().sql`select from bank_notifications`;
  expect(stored).toBeUndefined();
});
