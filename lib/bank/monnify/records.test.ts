import { afterEach, describe, expect, it } from "vitest";
import { startMonnifyEmulator } from "../testing/emulators/monnify";
import { provisionAccount } from "./accounts";
import { confirm, listSince } from "./records";

let bank: Awaited<ReturnType<typeof startMonnifyEmulator>> | undefined;
afterEach(() => bank?.close());

async function start() {
  const keys = { apiKey: "MK_1", secretKey: "secret", contractCode: "1" };
  const started = await startMonnifyEmulator(keys);
  bank = started;
  const credentials = {
    MONNIFY_API_KEY: keys.apiKey,
    MONNIFY_SECRET_KEY: keys.secretKey,
    MONNIFY_CONTRACT_CODE: keys.contractCode,
    MONNIFY_BVN: "22222222222",
  };
  const context = { credentials, baseUrl: started.baseUrl, businessTimeZone: "Africa/Lagos" };
  const { accountNumber } = await provisionAccount({ reference: "ses_01", name: "Afro Nation" }, context);
  return { bank: started, context, accountNumber };
}

describe("Monnify's record of a payment", () => {
  it("has the status, the amount and our reference of the account", async () => {
    const { bank, context, accountNumber } = await start();
    const { key } = bank.ledger.pay(accountNumber, 12_345n);
    expect(await confirm(key, context)).toEqual({
      status: "successful",
      amount: 12_345n,
      currency: "NGN",
      accountReference: "ses_01",
    });
    expect(bank.requests.at(-1)?.params.reference).toBe(key);
  });

  it("is unknown if there is none", async () => {
    const { context } = await start();
    expect(await confirm("MNFY|404", context)).toEqual({ status: "unknown" });
  });
});

describe("Monnify's list of payments", () => {
  it("names our reference of each account, page by page", async () => {
    const { bank, context, accountNumber } = await start();
    const until = new Date();
    const since = new Date(until.getTime() - 3_600_000);
    const minutesBefore = (minutes: number) => new Date(until.getTime() - minutes * 60_000);
    bank.ledger.pay(accountNumber, 1n, { key: "OLD", paidAt: minutesBefore(90) });
    bank.ledger.pay(accountNumber, 1n, { key: "OVERLAP", paidAt: minutesBefore(65) });
    for (let nth = 0; nth < 55; nth++) bank.ledger.pay(accountNumber, 500n, { paidAt: minutesBefore(nth) });
    const first = await listSince({ since, until }, context);
    expect(first.payments[0]?.message).toMatchObject({
      kind: "credit",
      amount: 500n,
      channel: "bank_transfer",
      accountReference: "ses_01",
    });
    const second = await listSince({ since, until, cursor: first.nextCursor ?? "" }, context);
    expect(second.nextCursor).toBeUndefined();
    const keys = [...first.payments, ...second.payments].map(({ message }) =>
      message.kind === "credit" ? message.paymentKey : message.why,
    );
    expect(new Set(keys).size).toBe(56);
    expect(keys).toContain("OVERLAP");
    expect(keys).not.toContain("OLD");
  });
});
