import { afterEach, describe, expect, it } from "vitest";
import type { Credentials } from "@/lib/env";
import type { AccountRequest } from "../provider";
import { startPaystackEmulator } from "../testing/emulators/paystack";
import { closeAccount, provisionAccount } from "./accounts";
import { parseOpeningFailure } from "./customers";

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
    provision: (reference = "ses_01", given: Partial<AccountRequest> = {}) =>
      provisionAccount({ reference, name: "Afro Nation Lagos", ...given }, context),
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

const ASSIGN = "POST /dedicated_account/assign";
const IN_PROGRESS = { code: "unavailable", headers: { "retry-after": "60" } };
const assigning = (identity: Credentials = {}, options: Options = {}) =>
  start(options, { PAYSTACK_ASSIGN_ACCOUNTS: "true", ...identity });

describe("an account that Paystack assigns in a single step", () => {
  it("is requested once with the identity, and found when Paystack has assigned it", async () => {
    const { bank, provision } = await assigning(IDENTITY, { needsIdentification: true });
    await expect(provision()).rejects.toMatchObject(IN_PROGRESS);
    await expect(provision()).rejects.toMatchObject(IN_PROGRESS);
    expect(bank.accounts).toEqual([]);
    expect(bank.count("POST /customer")).toBe(0);
    const [request, ...further] = bank.requests.filter(({ path }) => path.endsWith("/assign"));
    expect(further).toEqual([]);
    expect(request?.body).toEqual({
      ...{
        email: "money+ses_01@host.ng",
        phone: "+2348012345678",
        preferred_bank: "wema-bank",
        country: "NG",
      },
      ...{
        first_name: "Ada",
        last_name: "Obi",
        account_number: "0123456789",
        bvn: "22222222222",
        bank_code: "058",
      },
    });
    bank.completePending(true);
    expect((await provision()).accountNumber).toBe(bank.accounts[0]?.number);
    expect((await provision()).accountNumber).toBe(bank.accounts[0]?.number);
    expect(bank.accounts).toHaveLength(1);
  });

  it("has the event's name if no identity is configured, and the organisation's share", async () => {
    const { bank, provision } = await assigning();
    const share = { provider: "paystack", subaccount: "ACCT_1" } as const;
    await expect(provision("ses_01", { share })).rejects.toMatchObject(IN_PROGRESS);
    expect(bank.requests.at(-1)?.body).toMatchObject({
      ...{ first_name: "Afro Nation", last_name: "Lagos", subaccount: "ACCT_1" },
    });
    bank.completePending(true);
    expect((await provision()).bankAccountName).toBe("TAKINGS / AFRO NATION LAGOS");
  });

  it("is one account if the answer was lost", async () => {
    const { bank, provision } = await assigning();
    bank.fail(ASSIGN, "lost");
    await expect(provision()).rejects.toMatchObject({ code: "unavailable" });
    await expect(provision()).rejects.toMatchObject(IN_PROGRESS);
    bank.completePending(true);
    expect((await provision()).accountNumber).toBe(bank.accounts[0]?.number);
    expect([bank.count(ASSIGN), bank.accounts.length]).toEqual([1, 1]);
  });

  it("is requested again if Paystack reported no result for ten minutes", async () => {
    const { bank, provision } = await assigning();
    await expect(provision()).rejects.toMatchObject(IN_PROGRESS);
    for (const customer of bank.customers) customer.createdAt = new Date(Date.now() - 11 * 60_000);
    await expect(provision()).rejects.toMatchObject(IN_PROGRESS);
    expect(bank.count(ASSIGN)).toBe(2);
  });

  it("is refused with the reason that Paystack reported, and not requested again", async () => {
    const { bank, provision } = await assigning(IDENTITY);
    await expect(provision()).rejects.toMatchObject(IN_PROGRESS);
    const bodies = bank.completePending(false).map((json) => Buffer.from(JSON.stringify(json)));
    expect(bodies.map(parseOpeningFailure)).toEqual([
      { reference: "ses_01", reason: "Account number or BVN is incorrect" },
      { reference: "ses_01", reason: "" },
    ]);
    for (const customer of bank.customers) customer.createdAt = new Date(0);
    for (const [reason, detail] of [
      ["Account number or BVN is incorrect", "Account number or BVN is incorrect"],
      ["", "stated no reason"],
    ] as const) {
      const refused = provision("ses_01", { failure: { reference: "ses_01", reason } });
      const expected = { code: "bank_refused", headers: {}, detail: expect.stringContaining(detail) };
      await expect(refused).rejects.toMatchObject(expected);
    }
    expect(bank.count(ASSIGN)).toBe(1);
  });

  it("is the existing one, also after a failure was reported", async () => {
    const { bank, provision } = await assigning();
    await expect(provision()).rejects.toMatchObject(IN_PROGRESS);
    bank.completePending(true);
    const { accountNumber } = await provision("ses_01", { failure: { reference: "ses_01", reason: "x" } });
    expect(accountNumber).toBe(bank.accounts[0]?.number);
  });

  it.each([
    ["the feature is not approved", {}, { isFeatureAvailable: false }, "not available for your business"],
    ["the identity is missing", {}, { needsIdentification: true }, "Check account_number, bvn, bank_code"],
    ["the setting is another word", { PAYSTACK_ASSIGN_ACCOUNTS: "yes" }, {}, "must be true or false"],
  ] as [string, Credentials, Options, string][])(
    "is refused for good if %s",
    async (_, given, options, reason) => {
      const { provision } = await assigning(given, options);
      await expect(provision()).rejects.toMatchObject({
        ...{ code: "bank_refused", headers: {} },
        detail: expect.stringContaining(reason),
      });
    },
  );
});

it("a failed identification of Paystack is reported by a retry, which does not request it again", async () => {
  const { bank, provision } = await start({ needsIdentification: true }, IDENTITY);
  await expect(provision()).rejects.toMatchObject(IN_PROGRESS);
  const [notification] = bank.completePending(false);
  const failure = parseOpeningFailure(Buffer.from(JSON.stringify(notification)));
  expect(failure).toEqual({ reference: "ses_01", reason: "Account number or BVN is incorrect" });
  await expect(provision("ses_01", failure && { failure })).rejects.toMatchObject({
    ...{ code: "bank_refused", detail: expect.stringContaining("Account number or BVN is incorrect") },
  });
  expect(bank.count("POST /customer/:code/identification")).toBe(1);
});

it("a failure of another customer than a session's is not a session's", () => {
  const body = { event: "dedicatedaccount.assign.failed", data: { customer: { email: "ada@host.ng" } } };
  expect(parseOpeningFailure(Buffer.from(JSON.stringify(body)))).toBeUndefined();
});
