import { afterEach, describe, expect, it } from "vitest";
import { type ApiResponse, respondByCall, startBankApi } from "../testing/server";
import { provisionAccount } from "./api";

const LOGIN: ApiResponse = {
  status: 200,
  body: { responseBody: { accessToken: "token-1", expiresIn: 3567 } },
};
const WEMA = {
  bankCode: "035",
  bankName: "Wema bank",
  accountNumber: "7023576853",
  accountName: "Afro Nation",
};
const MONIEPOINT = { ...WEMA, bankCode: "50515", bankName: "Moniepoint", accountNumber: "6254727989" };
const RESERVED: ApiResponse = {
  status: 200,
  body: { requestSuccessful: true, responseBody: { status: "ACTIVE", accounts: [MONIEPOINT, WEMA] } },
};
const ISSUED = {
  accountNumber: "7023576853",
  bankName: "Wema bank",
  bankCode: "035",
  bankAccountName: "Afro Nation",
};
const PATH = "/api/v2/bank-transfer/reserved-accounts";

let api: Awaited<ReturnType<typeof startBankApi>> | undefined;
afterEach(() => api?.close());

async function provision(answers: Record<string, ApiResponse>) {
  api = await startBankApi(respondByCall(answers));
  const credentials = {
    MONNIFY_API_KEY: "MK_1",
    MONNIFY_SECRET_KEY: "secret",
    MONNIFY_CONTRACT_CODE: "5867418298",
    MONNIFY_BVN: "22222222222",
  };
  const context = { credentials, baseUrl: api.baseUrl, businessTimeZone: "Africa/Lagos" };
  return provisionAccount({ reference: "ses_01", name: "Afro Nation" }, context);
}

describe("an account at Monnify", () => {
  it("is reserved under our reference, after a login", async () => {
    expect(await provision({ "POST /api/v1/auth/login": LOGIN, [`POST ${PATH}`]: RESERVED })).toEqual(ISSUED);
    const [login, reserve] = api?.requests ?? [];
    expect(login?.headers.authorization).toBe(`Basic ${Buffer.from("MK_1:secret").toString("base64")}`);
    expect(reserve?.headers.authorization).toBe("Bearer token-1");
    expect(reserve?.body).toMatchObject({
      accountReference: "ses_01",
      accountName: "Afro Nation",
      currencyCode: "NGN",
      contractCode: "5867418298",
      bvn: "22222222222",
    });
  });

  it("is fetched if the reference exists already", async () => {
    const refused: ApiResponse = {
      status: 422,
      body: { requestSuccessful: false, responseMessage: "duplicate" },
    };
    const answers = {
      "POST /api/v1/auth/login": LOGIN,
      [`POST ${PATH}`]: refused,
      [`GET ${PATH}/ses_01`]: RESERVED,
    };
    expect(await provision(answers)).toEqual(ISSUED);
  });

  it.each([
    ["refuses the login", { "POST /api/v1/auth/login": { status: 401, body: {} } }],
    ["fails", { "POST /api/v1/auth/login": LOGIN, [`POST ${PATH}`]: { status: 503, body: {} } }],
    [
      "reserves no active account",
      {
        "POST /api/v1/auth/login": LOGIN,
        [`POST ${PATH}`]: { status: 200, body: { responseBody: { status: "INACTIVE", accounts: [WEMA] } } },
      },
    ],
  ] as [string, Record<string, ApiResponse>][])("is unavailable if Monnify %s", async (_, answers) => {
    await expect(provision(answers)).rejects.toMatchObject({
      code: "unavailable",
      headers: { "retry-after": "5" },
    });
  });
});
