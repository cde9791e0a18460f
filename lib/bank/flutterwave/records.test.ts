import { afterEach, describe, expect, it } from "vitest";
import { startFlutterwaveEmulator } from "../testing/emulators/flutterwave";
import { provisionAccount } from "./accounts";
import { confirm, listSince } from "./records";

const SESSION = "ses_01m86m8an8bx56e7cbahqc5ne7";

let bank: Awaited<ReturnType<typeof startFlutterwaveEmulator>> | undefined;
afterEach(() => bank?.close());

async function start() {
  const started = await startFlutterwaveEmulator({ clientId: "client", clientSecret: "secret" });
  bank = started;
  const credentials = {
    FLUTTERWAVE_CLIENT_ID: "client",
    FLUTTERWAVE_CLIENT_SECRET: "secret",
    FLUTTERWAVE_CUSTOMER_EMAIL: "money@host.ng",
    FLUTTERWAVE_BVN: "22222222222",
  };
  const context = { credentials, baseUrl: started.baseUrl, businessTimeZone: "Africa/Lagos" };
  const { accountNumber } = await provisionAccount({ reference: SESSION, name: "Afro Nation" }, context);
  return { bank: started, context, accountNumber };
}

describe("Flutterwave's record of a charge", () => {
  it.each(["successful", "pending", "failed"] as const)(
    "has the amount and session, and is %s",
    async (status) => {
      const { bank, context, accountNumber } = await start();
      const { key } = bank.ledger.pay(accountNumber, 11_050n, { status });
      expect(await confirm(key, context)).toEqual({
        status,
        amount: 11_050n,
        currency: "NGN",
        accountReference: SESSION,
      });
    },
  );

  it("is unknown if there is none", async () => {
    const { context } = await start();
    expect(await confirm("chg_404", context)).toEqual({ status: "unknown" });
  });

  it("is unavailable, not unknown, if the bank is too busy", async () => {
    const { bank, context, accountNumber } = await start();
    const { key } = bank.ledger.pay(accountNumber, 100n);
    bank.fail("GET /charges/:id", "rate_limited");
    await expect(confirm(key, context)).rejects.toMatchObject({ code: "unavailable" });
  });
});

describe("Flutterwave's list of charges", () => {
  it("is read page by page, from shortly before the watermark", async () => {
    const { bank, context, accountNumber } = await start();
    const until = new Date("2026-11-24T12:00:00.000Z");
    const since = new Date(until.getTime() - 60 * 60_000);
    const pay = (key: string, minutesBefore: number) =>
      bank.ledger.pay(accountNumber, 100n, {
        key,
        paidAt: new Date(until.getTime() - minutesBefore * 60_000),
      });
    pay("OLD", 80);
    pay("EARLY", 74);
    for (let nth = 0; nth < 59; nth++) pay(`chg-${nth}`, nth);
    const first = await listSince({ since, until }, context);
    expect(first.payments).toHaveLength(50);
    expect(first.payments[0]?.message).toMatchObject({ paymentKey: "chg-0", accountReference: SESSION });
    const second = await listSince({ since, until, cursor: first.nextCursor ?? "" }, context);
    expect(second.payments).toHaveLength(10);
    expect(second.payments.at(-1)?.message).toMatchObject({ paymentKey: "EARLY" });
    expect(second.nextCursor).toBeUndefined();
  });
});
