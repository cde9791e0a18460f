/** Guarantee: settlements of a bank's list, its notification and a file are one effect, in every order. */

import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { getProvider, verifyingSecret } from "@/lib/bank";
import { startMonnifyEmulator } from "@/lib/bank/testing/emulators/monnify";
import { startNombaEmulator } from "@/lib/bank/testing/emulators/nomba";
import { startPaystackEmulator } from "@/lib/bank/testing/emulators/paystack";
import { SAMPLE } from "@/lib/bank/testing/notifications";
import { formatKobo } from "@/lib/core/money";
import { COMMAND_LINE } from "@/lib/core/scope";
import { DAY_MS } from "@/lib/core/time/durations";
import { systemDb } from "@/lib/db/client";
import { receiveBankNotification } from "@/lib/intake";
import { verifyTotals } from "@/lib/reconciliation";
import { useTestDatabase } from "@/lib/testing/database";
import { openTestSession } from "@/lib/transactions/testing/sessions";
import { importProviderSettlements, pollSettlements, summariseSettlement } from "../index";

const paystack = await startPaystackEmulator({ secret: "sk_live_of_the_tests" });
const monnify = await startMonnifyEmulator({ apiKey: "key", secretKey: "monnify secret", contractCode: "1" });
const nomba = await startNombaEmulator({ clientId: "client", clientSecret: "secret", accountId: "parent" });
Object.assign(process.env, {
  ...{ BANK_MODE: "live", AUTH_URL: "https://takings.example", TRUST_PROXY: "none" },
  ...{ AUTH_SECRET: "auth secret of the tests", JOB_SECRET: "job secret of the tests" },
  ...{ ENCRYPTION_KEY: Buffer.alloc(32, 7).toString("base64"), BANK_PROVIDERS: "paystack,monnify,nomba" },
  ...{ PAYSTACK_BASE_URL: paystack.baseUrl, PAYSTACK_SECRET_KEY: "sk_live_of_the_tests" },
  ...{ PAYSTACK_PREFERRED_BANK: "wema-bank", PAYSTACK_CUSTOMER_EMAIL: "events@example.com" },
  ...{ PAYSTACK_CUSTOMER_PHONE: "+2348000000000", MONNIFY_BASE_URL: monnify.baseUrl, MONNIFY_API_KEY: "key" },
  ...{ MONNIFY_SECRET_KEY: "monnify secret", MONNIFY_CONTRACT_CODE: "1", MONNIFY_BVN: "22222222222" },
  ...{ NOMBA_BASE_URL: nomba.baseUrl, NOMBA_CLIENT_ID: "client", NOMBA_CLIENT_SECRET: "secret" },
  ...{ NOMBA_ACCOUNT_ID: "parent", NOMBA_SIGNATURE_KEY: "signature" },
});
useTestDatabase();

const BANKS = { paystack, monnify, nomba };
type Bank = keyof typeof BANKS;
let session: Awaited<ReturnType<typeof openTestSession>>;

beforeAll(async () => {
  session = await openTestSession("live");
}, 60_000);
afterAll(() => Promise.all([paystack.close(), monnify.close(), nomba.close()]));
// Each bank starts without settlements, and every connection is due.
beforeEach(async () => {
  for (const { ledger } of Object.values(BANKS)) {
    ledger.payments.length = 0;
    ledger.settlements.length = 0;
  }
  await systemDb().sql`delete from settlement_polls`;
});

/** Makes successful payments at a bank two days ago and records them; returns their keys. */
async function pay(bank: Bank, amounts: bigint[]): Promise<string[]> {
  const { sessionId, account } = session;
  const connection = `bnk_${bank}`;
  await systemDb()
    .sql`update sessions set account_connection_id = ${connection} where session_id = ${sessionId}`;
  const keys: string[] = [];
  for (const amount of amounts) {
    const key = `${bank}-${randomBytes(5).toString("hex")}`;
    const paidAt = new Date(Date.now() - 2 * DAY_MS);
    const { key: paymentKey } = BANKS[bank].ledger.pay(account, amount, { key, paidAt });
    const credit = {
      ...SAMPLE,
      paymentKey,
      amount,
      account,
      paidAt,
      channel: "bank_transfer",
      status: "successful",
    } as const;
    await post(bank, getProvider(bank).compose(credit, secretOf(bank)));
    keys.push(key);
  }
  return keys;
}

const secretOf = (bank: Bank) => verifyingSecret(bank, "live") ?? "";
const post = (_: Bank, { headers, body }: { headers: Record<string, string>; body: string }) =>
  receiveBankNotification({ headers: new Headers(headers), body: Buffer.from(body) });
const poll = () => pollSettlements({ pauseMs: 0 });
const rows = (keys: string[]) =>
  systemDb().sql<{ paymentKey: string; settledOn: string | null }[]>`
    select payment_key, settled_on::text as settled_on from transactions where payment_key = any(${keys}) order by payment_key`;
/** The account is of another connection in each test, so only the differences about settlements are compared. */
const settlementDifferences = async () =>
  (await verifyTotals({})).differences.filter(({ what }) => what.includes("settlement"));
const settlement = async (reference: string) =>
  (await systemDb().sql`select * from settlements where reference = ${reference}`)[0];

describe("a settlement of Monnify", () => {
  const orders = [
    ["notification", "list", "file"],
    ["notification", "file", "list"],
    ["list", "notification", "file"],
    ["list", "file", "notification"],
    ["file", "notification", "list"],
    ["file", "list", "notification"],
  ] as const;

  test.each(orders.map((order) => [order.join(", "), order] as const))(
    "by %s has one effect and the same row",
    async (_, order) => {
      const keys = await pay("monnify", [20_000n, 30_050n]);
      const settledAt = new Date(Date.now() - DAY_MS);
      const { id } = monnify.ledger.settle(settledAt);
      const reference = `M-${randomBytes(5).toString("hex")}`;
      const listed = monnify.ledger.settlements.find((one) => one.id === id);
      if (listed) listed.id = reference;
      const day = settledAt.toLocaleDateString("en-CA", { timeZone: "Africa/Lagos" });
      const report = {
        list: poll,
        notification: async () => {
          const payments = keys.map((paymentKey) => ({
            paymentKey,
            amount: monnify.ledger.find(paymentKey)?.amount ?? 0n,
            channel: "bank_transfer" as const,
          }));
          const composed = getProvider("monnify").composeSettlement?.(
            { reference, settledAt, payments },
            secretOf("monnify"),
          );
          for (const one of composed ?? []) await post("monnify", one);
        },
        file: () =>
          importProviderSettlements(COMMAND_LINE, {
            provider: "monnify",
            mode: "live",
            preview: false,
            csv: [
              "payment_reference,settlement_reference,settled_on,net_amount",
              ...keys.map(
                (key) => `${key},${reference},${day},${formatKobo(monnify.ledger.find(key)?.amount ?? 0n)}`,
              ),
            ].join("\n"),
          }),
      };
      const before = await summariseSettlement(session.scope, session.sessionId);
      for (const source of order) await report[source]();
      const after = await summariseSettlement(session.scope, session.sessionId);
      expect(after.total_settled - before.total_settled).toBe(50_050n);
      expect(await rows(keys)).toEqual(keys.toSorted().map((paymentKey) => ({ paymentKey, settledOn: day })));
      // The list is only asked while a payment is unsettled.
      const wasListed = order[0] === "list";
      expect(await settlement(reference)).toMatchObject({
        source: wasListed ? "list" : "notification",
        paymentCount: 2,
      });
      const exceptions = await systemDb()
        .sql`select reason from exceptions where correlation_key = any(${keys})`;
      expect(exceptions).toEqual([]);
      expect(await settlementDifferences()).toEqual([]);
    },
  );

  test("stays unsettled, without an error, where the bank's answer has no reference", async () => {
    const keys = await pay("monnify", [10_000n]);
    monnify.ledger.settle(new Date(Date.now() - DAY_MS));
    const detail = { requestSuccessful: true, responseBody: { transaction: {}, beneficiaries: [] } };
    monnify.fail("GET /api/v1/settlement-detail", { status: 200, body: detail });
    const polls = await poll();
    expect(polls.find(({ provider }) => provider === "monnify")).toMatchObject({ applied: 0, problem: null });
    expect((await rows(keys))[0]?.settledOn).toBeNull();
  });

  test("that lists no payments once is read again", async () => {
    const keys = await pay("monnify", [10_000n]);
    monnify.ledger.settle(new Date(Date.now() - DAY_MS)).id = `M-${randomBytes(5).toString("hex")}`;
    monnify.fail("GET /api/v1/transactions/find-by-settlement-reference", {
      status: 200,
      body: { requestSuccessful: true, responseBody: { content: [] } },
    });
    expect((await poll()).find(({ provider }) => provider === "monnify")).toMatchObject({
      applied: 0,
      problem: expect.stringContaining("is listed without its payments"),
    });
    await pollSettlements({ pauseMs: 0, isForced: true });
    expect((await rows(keys))[0]?.settledOn).not.toBeNull();
  });

  test("is found although the bank does not answer about fifty earlier payments", async () => {
    await pay("monnify", Array<bigint>(50).fill(10_000n));
    monnify.ledger.payments.length = 0;
    const keys = await pay("monnify", [20_000n]);
    monnify.ledger.settle(new Date(Date.now() - DAY_MS));
    // Each run asks for 50 of the 51.
    for (let run = 0; run < 8 && (await rows(keys))[0]?.settledOn === null; run++)
      await pollSettlements({ isForced: true, pauseMs: 0 });
    expect((await rows(keys))[0]?.settledOn).not.toBeNull();
  });
});

describe("a settlement of Paystack", () => {
  /** Settles all payments under a reference that no other test uses. */
  function settle(): string {
    const settled = paystack.ledger.settle(new Date(Date.now() - DAY_MS));
    settled.id = String(Math.floor(Math.random() * 1e12));
    return settled.id;
  }

  test("is read over several pages, with the sums that the bank states", async () => {
    const keys = await pay(
      "paystack",
      Array.from({ length: 60 }, (_, index) => 10_000n + BigInt(index)),
    );
    const reference = settle();
    expect((await poll()).find(({ provider }) => provider === "paystack")).toMatchObject({
      applied: 1,
      problem: null,
    });
    expect((await rows(keys)).filter(({ settledOn }) => settledOn === null)).toEqual([]);
    const gross = paystack.ledger.sum(keys);
    expect(await settlement(reference)).toMatchObject({ source: "list", gross, fees: 0n, net: gross });
    expect(await settlementDifferences()).toEqual([]);
  });

  test("that is interrupted is continued: what was applied is not read again", async () => {
    await pay("paystack", [10_000n]);
    const first = settle();
    await pay("paystack", [20_000n]);
    const second = settle();
    const before = paystack.count("GET /settlement/:id/transactions");
    paystack.fail("GET /settlement", "dead");
    expect((await poll())[0]).toMatchObject({ applied: 0, problem: expect.stringContaining("bank") });
    expect(await poll()).toEqual([]);
    await pollSettlements({ pauseMs: 0, isForced: true });
    expect([await settlement(first), await settlement(second)]).not.toContain(undefined);
    await pollSettlements({ pauseMs: 0, isForced: true });
    expect(paystack.count("GET /settlement/:id/transactions") - before).toBe(2);
  });

  test("is read by one of several concurrent runs", async () => {
    await pay("paystack", [10_000n]);
    settle();
    const before = paystack.count("GET /settlement");
    await Promise.all([poll(), poll(), poll(), poll()]);
    expect(paystack.count("GET /settlement") - before).toBe(1);
  });

  test("that lists a payment which was never reported opens an exception", async () => {
    const { key } = paystack.ledger.pay("0000000000", 5_000n, {
      key: `lost-${randomBytes(4).toString("hex")}`,
    });
    settle();
    await poll();
    const [opened] = await systemDb()
      .sql`select reason, amount from exceptions where correlation_key = ${key}`;
    expect(opened).toEqual({ reason: "settlement_unreported", amount: 5_000n });
  });
});

test("a wallet entry of Nomba is a settlement of its payment, which waits until the payment is confirmed", async () => {
  const [key = ""] = await pay("nomba", [40_000n]);
  nomba.accounts.push({
    reference: session.sessionId,
    name: "Night",
    number: session.account,
    subAccount: undefined,
    expiresAt: undefined,
  });
  await poll();
  const line = await systemDb().sql`select state, gross from settlement_lines where payment_key = ${key}`;
  expect(line).toEqual([{ state: "waiting", gross: 40_000n }]);
});

test("a wallet entry of Nomba that is pending when its time is read is read again until it is completed", async () => {
  const paidAt = new Date(Date.now() - 40 * 60_000);
  const { key } = nomba.ledger.pay(session.account, 70_000n, { status: "pending", paidAt });
  const settled = () => systemDb().sql`select state from settlement_lines where payment_key = ${key}`;
  const pollNow = () => pollSettlements({ pauseMs: 0, isForced: true });
  await pollNow();
  await pollNow();
  expect(await settled()).toEqual([]);
  for (const payment of nomba.ledger.payments) payment.status = "successful";
  await pollNow();
  expect(await settled()).toHaveLength(1);
});

// Last, because the bank is not called again before its Retry-After is over.
test("a run keeps the bank's Retry-After and the watermark after a failure", async () => {
  await poll();
  const read = async () =>
    (
      await systemDb().sql<{ listedThrough: Date; wait: number }[]>`
      select listed_through, extract(epoch from due_at - clock_timestamp())::float as wait from settlement_polls
      where bank_connection_id = 'bnk_paystack'`
    )[0];
  const before = await read();
  paystack.fail("GET /settlement", { status: 429, body: {}, headers: { "retry-after": "300" } });
  await pollSettlements({ pauseMs: 0, isForced: true });
  const after = await read();
  expect(after?.listedThrough).toEqual(before?.listedThrough);
  expect(after?.wait).toBeGreaterThan(200);
  const asked = paystack.requests.length;
  await pollSettlements({ pauseMs: 0, isForced: true });
  expect(paystack.requests.length).toBe(asked);
});
