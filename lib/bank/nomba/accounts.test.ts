import { afterEach, describe, expect, it } from "vitest";
import type { Credentials } from "@/lib/env";
import type { Fault } from "../testing/emulators/emulator";
import { startNombaEmulator } from "../testing/emulators/nomba";
import { closeAccount, provisionAccount } from "./accounts";

type Options = Omit<Parameters<typeof startNombaEmulator>[0], "clientId" | "clientSecret" | "accountId">;

const CREATE = "POST /v1/accounts/virtual";
/** Nomba's references have at least sixteen characters. */
const SESSION = "ses_01m86m8an8bx56e7cbahqc5ne7";

let bank: Awaited<ReturnType<typeof startNombaEmulator>> | undefined;
afterEach(() => bank?.close());

async function start(options: Options = {}, given: Credentials = {}) {
  const client = { clientId: "client", clientSecret: "secret", accountId: "parent" };
  const started = await startNombaEmulator({ ...client, ...options });
  bank = started;
  const credentials = {
    NOMBA_CLIENT_ID: client.clientId,
    NOMBA_CLIENT_SECRET: client.clientSecret,
    NOMBA_ACCOUNT_ID: client.accountId,
    ...given,
  };
  const context = { credentials, baseUrl: started.baseUrl, businessTimeZone: "Africa/Lagos" };
  return {
    bank: started,
    provisionShare: (subAccountId: string) =>
      provisionAccount(
        { reference: SESSION, name: "Afro Nation", share: { provider: "nomba", subAccountId } },
        context,
      ),
    provision: (reference = SESSION, name = "Afro Nation") => provisionAccount({ reference, name }, context),
    close: (accountNumber: string, reference = SESSION) =>
      closeAccount({ reference, accountNumber }, context),
  };
}

describe("an account at Nomba", () => {
  it("is issued in the organisation's sub-account, which precedes the configured one", async () => {
    const { bank, provisionShare } = await start({}, { NOMBA_SUB_ACCOUNT_ID: "configured" });
    await provisionShare("of the organisation");
    expect(bank.accounts).toMatchObject([{ subAccount: "of the organisation" }]);
  });

  it("is issued under our reference, with a far expiry and for any amount", async () => {
    const { bank, provision } = await start();
    const account = await provision();
    expect(account).toEqual({
      accountNumber: bank.accounts[0]?.number,
      bankName: "Nombank MFB",
      bankCode: "090645",
      bankAccountName: "Nomba/Afro Nation",
    });
    const [token, request] = bank.requests;
    expect(token?.headers.accountid).toBe("parent");
    expect(request?.headers).toMatchObject({ accountid: "parent", authorization: "Bearer token-1" });
    expect(request?.body).toEqual({
      accountRef: SESSION,
      accountName: "Afro Nation",
      currency: "NGN",
      expiryDate: "2099-12-31 23:59:59",
    });
    expect(bank.requests).toHaveLength(2);
  });

  it("is issued in the configured sub-account", async () => {
    const { bank, provision } = await start({}, { NOMBA_SUB_ACCOUNT_ID: "sub-1" });
    await provision();
    expect(bank.accounts).toMatchObject([{ subAccount: "sub-1" }]);
  });

  it.each(["A", "Gala", "x".repeat(200), "🎉".repeat(60)])(
    "has a name of 8 to 64 characters for the event %j",
    async (name) => {
      const { bank, provision } = await start();
      await provision(SESSION, name);
      expect(String(bank.requests[1]?.body.accountName).isWellFormed()).toBe(true);
    },
  );

  it("is read again if the answer states no expiry, and is then accepted without one", async () => {
    const { bank, provision } = await start();
    const data = { accountNumber: "9930000902", bankName: "Nombank MFB" };
    bank.fail(CREATE, { status: 200, body: { code: "00", data } });
    bank.fail("GET /v1/accounts/virtual/:key", { status: 200, body: { code: "00", data } });
    expect(await provision()).toMatchObject({ accountNumber: "9930000902", bankAccountName: "Afro Nation" });
    bank.fail(CREATE, { status: 200, body: { code: "00", data } });
    const soon = { ...data, expiryDate: new Date(Date.now() + 300_000).toISOString() };
    bank.fail("GET /v1/accounts/virtual/:key", { status: 200, body: { code: "00", data: soon } });
    await expect(provision()).rejects.toMatchObject({ code: "bank_refused" });
  });

  it.each([
    ["grants a near expiry", { latestExpiry: new Date(Date.now() + 86_400_000) }, "expires too early"],
    ["has reached its number of accounts", { accountLimit: 0 }, "Virtual account limit reached"],
  ] as [string, Options, string][])("is refused for good if Nomba %s", async (_, options, reason) => {
    const { provision } = await start(options);
    await expect(provision()).rejects.toMatchObject({
      code: "bank_refused",
      headers: {},
      detail: expect.stringContaining(reason),
    });
  });

  it.each(["02", "05", "06", "99"])("is refused for good if a 200 has the code %s", async (code) => {
    const { bank, provision } = await start();
    bank.fail(CREATE, { status: 200, body: { code, description: "Not possible" } });
    await expect(provision()).rejects.toMatchObject({
      code: "bank_refused",
      internal: `nomba: a new account was refused with 200 ${code}: Not possible`,
    });
  });

  it.each([
    ["states the retryable code 01 in a 200", CREATE, { status: 200, body: { code: "01" } }, "5"],
    ["states the retryable code 01 in a 400", CREATE, { status: 400, body: { code: "01" } }, "5"],
  ] as [string, string, Fault, string][])(
    "is unavailable if Nomba %s",
    async (_, route, fault, retryAfter) => {
      const { bank, provision } = await start();
      bank.fail(route, fault);
      await expect(provision()).rejects.toMatchObject({
        code: "unavailable",
        headers: { "retry-after": retryAfter },
      });
      expect(bank.accounts).toHaveLength(0);
    },
  );

  it("is not issued again after it was closed", async () => {
    const { bank, provision, close } = await start();
    const { accountNumber } = await provision();
    expect(await close(accountNumber)).toBe("closed");
    expect(bank.accounts.every(({ expiresAt }) => expiresAt && expiresAt <= new Date())).toBe(true);
    await expect(provision()).rejects.toMatchObject({ code: "bank_refused" });
  });
});
