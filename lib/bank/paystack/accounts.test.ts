import { afterEach, describe, expect, it } from "vitest";
import type { Credentials } from "@/lib/env";
import { startPaystackEmulator } from "../testing/emulators/paystack";
import { closeAccount, provisionAccount } from "./accounts";

type Options = Omit<Parameters<typeof startPaystackEmulator>[0], "secret">;

let bank: Awaited<ReturnType<typeof startPaystackEmulator>> | undefined;
afterEach(() => bank?.close());

const IDENTITY: Credentials = {
  PAYSTACK_CUSTOMER_FIRST_NAME: "Ada",
  PAYSTACK_CUSTOMER_LAST_NAME: "Obi",
  PAYSTACK_CUSTOMER_BVN: "22222222222",
  PAYSTACK_CUSTOMER_BANK_CODE: "058",
  PAYSTACK_CUSTOMER_ACCOUNT_NUMBER: "0123456789",
};

async function start(options: Options = {}, given: Credentials = {}) {
  const secret = "sk_live_1";
  const started = await startPaystackEmulator({ secret, ...options });
  bank = started;
  const credentials = {
    PAYSTACK_SECRET_KEY: secret,
    PAYSTACK_CUSTOMER_EMAIL: "money@host.ng",
    PAYSTACK_CUSTOMER_PHONE: "+2348012345678",
    PAYSTACK_PREFERRED_BANK: "wema-bank",
    ...given,
  };
  const context = { credentials, baseUrl: started.baseUrl, businessTimeZone: "Africa/Lagos" };
  return {
    bank: started,
    provision: (reference = "ses_01") => provisionAccount({ reference, name: "Afro Nation Lagos" }, context),
    close: (accountNumber: string, reference = "ses_01") =>
      closeAccount({ reference, accountNumber }, context),
  };
}

describe("an account at Paystack", () => {
  it("is issued to the session's own customer, with a phone number in both requests", async () => {
    const { bank, provision } = await start();
    const account = await provision();
    expect(account).toEqual({
      accountNumber: bank.accounts[0]?.number,
      bankName: "Wema Bank",
      bankCode: "035",
      bankAccountName: "TAKINGS / AFRO NATION LAGOS",
    });
    const holder = { first_name: "Afro Nation", last_name: "Lagos", phone: "+2348012345678" };
    expect(bank.requests.map(({ method, path, body }) => [method, path, body])).toEqual([
      ["POST", "/customer", { email: "money+ses_01@host.ng", ...holder }],
      ["GET", "/dedicated_account", {}],
      ["POST", "/dedicated_account", { customer: "CUS_1173", preferred_bank: "wema-bank", ...holder }],
    ]);
  });

  it("is not opened a second time if the list of accounts is refused", async () => {
    const { bank, provision } = await start();
    await provision();
    bank.fail("GET /dedicated_account", { status: 403, body: { status: false, message: "Not allowed" } });
    await expect(provision()).rejects.toMatchObject({ code: "bank_refused" });
    expect(bank.accounts).toHaveLength(1);
  });

  it.each([
    ["the feature is not approved", { isFeatureAvailable: false }, {}, "not available for your business"],
    ["the business has all its accounts", { accountLimit: 0 }, {}, "limit of dedicated accounts"],
    ["the bank is unknown", {}, { PAYSTACK_PREFERRED_BANK: "no-bank" }, "Preferred bank is not available"],
    ["identification needs settings", { needsIdentification: true }, {}, "PAYSTACK_CUSTOMER_BVN"],
  ] as [string, Options, Credentials, string][])(
    "is refused for good if %s",
    async (_, options, given, reason) => {
      const { provision } = await start(options, given);
      await expect(provision()).rejects.toMatchObject({
        code: "bank_refused",
        headers: {},
        detail: expect.stringContaining(reason),
      });
    },
  );

  it("is unavailable while it is still being assigned", async () => {
    const { bank, provision } = await start();
    bank.fail("POST /dedicated_account", { status: 200, body: { status: true } });
    await expect(provision()).rejects.toMatchObject({ code: "unavailable", headers: { "retry-after": "5" } });
    expect(bank.accounts).toHaveLength(0);
  });

  it("is opened again with another number after it was closed", async () => {
    const { bank, provision, close } = await start();
    const { accountNumber } = await provision();
    expect(await close(accountNumber)).toBe("closed");
    expect(bank.accounts.map(({ isAssigned }) => isAssigned)).toEqual([false]);
    expect((await provision()).accountNumber).not.toBe(accountNumber);
  });

  it("is issued after the customer's identification where the business needs it", async () => {
    const { bank, provision } = await start({ needsIdentification: true }, IDENTITY);
    const waiting = { code: "unavailable", headers: { "retry-after": "60" } };
    await expect(provision()).rejects.toMatchObject(waiting);
    const [request] = bank.requests.filter(({ path }) => path.endsWith("/identification"));
    expect(request?.body).toEqual({
      country: "NG",
      type: "bank_account",
      account_number: "0123456789",
      bvn: "22222222222",
      bank_code: "058",
      first_name: "Ada",
      last_name: "Obi",
    });
    bank.completePending(true);
    expect((await provision()).accountNumber).toBe(bank.accounts[0]?.number);
  });
});
