import { afterEach, describe, expect, it } from "vitest";
import { type ApiResponse, respondByCall, startBankApi } from "../testing/server";
import { provisionAccount } from "./api";

const TOKEN: ApiResponse = {
  status: 200,
  body: { code: "00", data: { access_token: "token-1", expires_in: 1800 } },
};
const ACCOUNT = {
  accountRef: "ses_01",
  bankAccountNumber: "5343270516",
  bankName: "Nombank MFB",
  bankAccountName: "Nomba/Afro Nation",
  currency: "NGN",
  expired: false,
};
const issued = (change: object = {}): ApiResponse => ({
  status: 200,
  body: { code: "00", data: { ...ACCOUNT, ...change } },
});
const ISSUED = {
  accountNumber: "5343270516",
  bankName: "Nombank MFB",
  bankCode: "090645",
  bankAccountName: "Nomba/Afro Nation",
};

let api: Awaited<ReturnType<typeof startBankApi>> | undefined;
afterEach(() => api?.close());

async function at(answers: Record<string, ApiResponse>) {
  api = await startBankApi(respondByCall({ "POST /v1/auth/token/issue": TOKEN, ...answers }));
  const credentials = {
    NOMBA_CLIENT_ID: "client",
    NOMBA_CLIENT_SECRET: "secret",
    NOMBA_ACCOUNT_ID: "parent",
  };
  return { credentials, baseUrl: api.baseUrl, businessTimeZone: "Africa/Lagos" };
}
const provision = async (answers: Record<string, ApiResponse>, name = "Afro Nation") =>
  provisionAccount({ reference: "ses_01", name }, await at(answers));

describe("an account at Nomba", () => {
  it("is issued under our reference, with a far expiry and for any amount", async () => {
    expect(await provision({ "POST /v1/accounts/virtual": issued() })).toEqual(ISSUED);
    const [token, account] = api?.requests ?? [];
    expect(token?.headers.accountid).toBe("parent");
    expect(token?.body).toEqual({
      grant_type: "client_credentials",
      client_id: "client",
      client_secret: "secret",
    });
    expect(account?.headers).toMatchObject({ accountid: "parent", authorization: "Bearer token-1" });
    expect(account?.body).toEqual({
      accountRef: "ses_01",
      accountName: "Afro Nation",
      currency: "NGN",
      expiryDate: "2099-12-31 23:59:59",
    });
  });

  it.each(["A", "Gala", "x".repeat(200), "🎉".repeat(60)])(
    "has a name of 8 to 64 characters for the event %j",
    async (name) => {
      await provision({ "POST /v1/accounts/virtual": issued() }, name);
      const sent = String(api?.requests[1]?.body.accountName);
      expect(sent.length).toBeGreaterThanOrEqual(8);
      expect(sent.length).toBeLessThanOrEqual(64);
      expect(sent.isWellFormed()).toBe(true);
    },
  );

  it("is fetched if the reference exists already", async () => {
    const refused: ApiResponse = { status: 400, body: { code: "01", description: "duplicate accountRef" } };
    const answers = { "POST /v1/accounts/virtual": refused, "GET /v1/accounts/virtual/ses_01": issued() };
    expect(await provision(answers)).toEqual(ISSUED);
  });

  it("is fetched if the refusal has the status 200", async () => {
    const refused: ApiResponse = { status: 200, body: { code: "02", description: "duplicate accountRef" } };
    const answers = { "POST /v1/accounts/virtual": refused, "GET /v1/accounts/virtual/ses_01": issued() };
    expect(await provision(answers)).toEqual(ISSUED);
  });

  it.each([
    ["returns an expired account", { "POST /v1/accounts/virtual": issued({ expired: true }) }],
    ["refuses the token", { "POST /v1/auth/token/issue": { status: 401, body: { code: "01" } } }],
    [
      "refuses it and has no existing one",
      { "POST /v1/accounts/virtual": { status: 400, body: { code: "01" } } },
    ],
    ["fails", { "POST /v1/accounts/virtual": { status: 500, body: {} } }],
  ] as [string, Record<string, ApiResponse>][])("is unavailable if Nomba %s", async (_, answers) => {
    await expect(provision(answers)).rejects.toMatchObject({
      code: "unavailable",
      headers: { "retry-after": "5" },
    });
  });
});
