import { afterEach, describe, expect, it } from "vitest";
import { startLencoEmulator } from "../testing/emulators/lenco";
import { provisionAccount } from "./accounts";
import { confirm, listSince } from "./records";

let bank: Awaited<ReturnType<typeof startLencoEmulator>> | undefined;
afterEach(() => bank?.close());

async function start() {
  const started = await startLencoEmulator({ token: "token" });
  bank = started;
  const credentials = { LENCO_API_TOKEN: "token", LENCO_BVN: "22222222222" };
  const context = { credentials, baseUrl: started.baseUrl, businessTimeZone: "Africa/Lagos" };
  const { accountNumber } = await provisionAccount({ reference: "ses_01", name: "Afro Nation" }, context);
  return { bank: started, context, accountNumber };
}

describe("Lenco's record of a payment", () => {
  it("has the status, amount and account of a transfer", async () => {
    const { bank, context, accountNumber } = await start();
    const { key } = bank.ledger.pay(accountNumber, 11_000n);
    expect(await confirm(key, context)).toMatchObject({
      status: "successful",
      amount: 11_000n,
      currency: "NGN",
      account: accountNumber,
    });
  });

  it("has the device of a terminal payment", async () => {
    const { bank, context } = await start();
    const payment = bank.ledger.pay("SN-0001", 500n, { key: "pos-1" });
    bank.ledger.payments.length = 0;
    bank.terminalPayments.push(payment);
    expect(await confirm("pos-1", context)).toEqual({
      status: "successful",
      amount: 500n,
      currency: "NGN",
      devices: ["SN-0001", "trm-1"],
    });
  });

  it("is unknown if there is none", async () => {
    const { context } = await start();
    expect(await confirm("va-404", context)).toEqual({ status: "unknown" });
  });
});

describe("Lenco's list of payments", () => {
  it("is read page by page by days, with rejected payments as failed", async () => {
    const { bank, context, accountNumber } = await start();
    const until = new Date("2026-11-24T12:00:00.000Z");
    const minutesBefore = (minutes: number) => new Date(until.getTime() - minutes * 60_000);
    const since = minutesBefore(30);
    bank.ledger.pay(accountNumber, 1n, { key: "OLD", paidAt: new Date("2026-11-22T12:00:00Z") });
    bank.ledger.pay(accountNumber, 200n, { key: "BAD", status: "failed", paidAt: until });
    for (let nth = 0; nth < 104; nth++) bank.ledger.pay(accountNumber, 100n, { paidAt: minutesBefore(nth) });
    const first = await listSince({ since, until }, context);
    expect(first.payments).toHaveLength(100);
    expect(first.payments[0]?.message).toMatchObject({ kind: "credit", paymentKey: "BAD", status: "failed" });
    expect(first.payments[1]?.message).toMatchObject({ account: accountNumber, status: "successful" });
    const second = await listSince({ since, until, cursor: first.nextCursor ?? "" }, context);
    expect(second.payments).toHaveLength(5);
    expect(second.nextCursor).toBeUndefined();
  });
});
