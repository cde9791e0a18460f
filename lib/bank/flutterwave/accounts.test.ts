import { afterEach, describe, expect, it } from "vitest";
import type { Credentials } from "@/lib/env";
import type { Fault } from "../testing/emulators/emulator";
import { startFlutterwaveEmulator } from "../testing/emulators/flutterwave";
import { provisionAccount } from "./accounts";

const SESSION = "ses_01m86m8an8bx56e7cbahqc5ne7";
const OPEN = "POST /virtual-accounts";
const IDENTITY: Credentials = { FLUTTERWAVE_BVN: "22222222222" };

let bank: Awaited<ReturnType<typeof startFlutterwaveEmulator>> | undefined;
afterEach(() => bank?.close());

async function start() {
  const started = await startFlutterwaveEmulator({ clientId: "client", clientSecret: "secret" });
  bank = started;
  const provision = (given: Credentials = IDENTITY, reference = SESSION) => {
    const credentials = {
      FLUTTERWAVE_CLIENT_ID: "client",
      FLUTTERWAVE_CLIENT_SECRET: "secret",
      FLUTTERWAVE_CUSTOMER_EMAIL: "money@host.ng",
      ...given,
    };
    const context = { credentials, baseUrl: started.baseUrl, businessTimeZone: "Africa/Lagos" };
    return provisionAccount({ reference, name: "Afro Nation Lagos" }, context);
  };
  return { bank: started, provision };
}

describe("an account at Flutterwave", () => {
  it("is a static one for the session's own customer, under our reference and the event's name", async () => {
    const { bank, provision } = await start();
    expect(await provision()).toEqual({
      accountNumber: bank.accounts[0]?.number,
      bankName: "WEMA BANK",
      bankCode: "035",
      bankAccountName: "Afro Nation Lagos",
    });
    const [token, lookup, customer, account] = bank.requests;
    expect(token?.headers["content-type"]).toBe("application/x-www-form-urlencoded");
    expect(token?.body).toEqual({
      client_id: "client",
      client_secret: "secret",
      grant_type: "client_credentials",
    });
    expect(lookup?.query.get("reference")).toBe(SESSION);
    expect(customer?.body).toEqual({
      email: `money+${SESSION}@host.ng`,
      name: { first: "Afro Nation", last: "Lagos" },
    });
    expect(account?.body).toEqual({
      reference: SESSION,
      customer_id: "cus_1",
      amount: 0,
      currency: "NGN",
      account_type: "static",
      narration: "Afro Nation Lagos",
      bvn: "22222222222",
    });
  });

  it("is not opened twice by concurrent attempts", async () => {
    const { bank, provision } = await start();
    const issued = await Promise.all(Array.from({ length: 20 }, () => provision()));
    expect(new Set(issued.map(({ accountNumber }) => accountNumber)).size).toBe(1);
    expect(bank.accounts).toHaveLength(1);
    expect(bank.customers).toHaveLength(1);
  });

  it("is opened by the next attempt after the settings are corrected", async () => {
    const { bank, provision } = await start();
    bank.fail(OPEN, { status: 400, body: { status: "failed", error: { message: "Invalid BVN" } } });
    await expect(provision()).rejects.toMatchObject({ code: "bank_refused" });
    await provision({ FLUTTERWAVE_NIN: "11111111111" });
    expect(bank.requests.at(-1)?.body).toMatchObject({ nin: "11111111111" });
    expect(bank.requests.at(-1)?.body).not.toHaveProperty("bvn");
  });

  const account = (change: object): Fault => ({
    status: 201,
    body: {
      status: "success",
      data: {
        ...{ id: "va_9", reference: SESSION, account_number: "9930000902", account_bank_name: "WEMA BANK" },
        ...{ account_type: "static", status: "active", ...change },
      },
    },
  });

  it.each([
    ["the account is closed", account({ status: "inactive" }), "not active"],
    ["the account is dynamic", account({ account_type: "dynamic" }), "not static"],
    [
      "the feature is not available",
      { status: 403, body: { status: "failed", error: { code: "10403", message: "Not enabled" } } },
      "Not enabled",
    ],
    [
      "an older message is refused",
      { status: 400, body: { status: "error", message: "bvn is wrong" } },
      "bvn is",
    ],
  ] as [string, Fault, string][])("is refused for good if %s", async (_, fault, reason) => {
    const { bank, provision } = await start();
    bank.fail(OPEN, fault);
    await expect(provision()).rejects.toMatchObject({
      code: "bank_refused",
      headers: {},
      detail: expect.stringContaining(reason),
    });
  });

  it("never states the BVN or the client secret in a refusal", async () => {
    const { bank, provision } = await start();
    const message = "22222222222 of token-1 is unknown";
    bank.fail(OPEN, { status: 400, body: { status: "failed", error: { message } } });
    await expect(provision()).rejects.toMatchObject({
      detail: expect.not.stringMatching(/2222|token-1/),
      internal: expect.not.stringMatching(/2222|token-1/),
    });
  });

  it("is unavailable if its reference exists but cannot be found", async () => {
    const { bank, provision } = await start();
    bank.fail(OPEN, { status: 409, body: { status: "failed", error: { code: "1900409" } } });
    await expect(provision()).rejects.toMatchObject({ code: "unavailable" });
  });
});
