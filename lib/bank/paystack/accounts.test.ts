import { afterEach, describe, expect, it } from "vitest";
import { type ApiResponse, respondByCall, startBankApi } from "../testing/server";
import { provisionAccount } from "./api";

const REQUEST = { reference: "ses_01", name: "Afro Nation Lagos" };
const CUSTOMER: ApiResponse = {
  status: 200,
  body: { status: true, data: { id: 1173, customer_code: "CUS_1" } },
};
const ACCOUNT = {
  account_number: "9930000902",
  account_name: "TAKINGS / AFRO NATION LAGOS",
  bank: { name: "Wema Bank", id: 20, slug: "wema-bank" },
  active: true,
  assignment: { expired: false },
};
const ISSUED = {
  accountNumber: "9930000902",
  bankName: "Wema Bank",
  bankCode: "035",
  bankAccountName: "TAKINGS / AFRO NATION LAGOS",
};

let api: Awaited<ReturnType<typeof startBankApi>> | undefined;
afterEach(() => api?.close());

async function provision(answers: Record<string, ApiResponse>) {
  api = await startBankApi(respondByCall(answers));
  const credentials = {
    PAYSTACK_SECRET_KEY: "sk_live_1",
    PAYSTACK_CUSTOMER_EMAIL: "money@host.ng",
    PAYSTACK_PREFERRED_BANK: "wema-bank",
  };
  return provisionAccount(REQUEST, { credentials, baseUrl: api.baseUrl, businessTimeZone: "Africa/Lagos" });
}

describe("an account at Paystack", () => {
  it("is issued to the session's own customer", async () => {
    const answers = {
      "POST /customer": CUSTOMER,
      "GET /dedicated_account": { status: 200, body: { data: [] } },
      "POST /dedicated_account": { status: 200, body: { data: ACCOUNT } },
    };
    expect(await provision(answers)).toEqual(ISSUED);
    expect(api?.requests.map((request) => request.call)).toEqual([
      "POST /customer",
      "GET /dedicated_account?active=true&currency=NGN&customer=1173",
      "POST /dedicated_account",
    ]);
    expect(api?.requests.every((request) => request.headers.authorization === "Bearer sk_live_1")).toBe(true);
    expect(api?.requests[0]?.body).toEqual({
      email: "money+ses_01@host.ng",
      first_name: "Afro Nation",
      last_name: "Lagos",
    });
    expect(api?.requests[2]?.body).toEqual({ customer: "CUS_1", preferred_bank: "wema-bank" });
  });

  it("is found by a retry and never taken from another customer", async () => {
    const others = { ...ACCOUNT, account_number: "1111111111", customer: { customer_code: "CUS_2" } };
    const own = { ...ACCOUNT, customer: { customer_code: "CUS_1" } };
    const list = (data: unknown[]): ApiResponse => ({ status: 200, body: { data } });
    const found = { "POST /customer": CUSTOMER, "GET /dedicated_account": list([others, own]) };
    expect(await provision(found)).toEqual(ISSUED);
    await api?.close();
    const foreign = { "POST /customer": CUSTOMER, "GET /dedicated_account": list([others]) };
    await expect(provision(foreign)).rejects.toMatchObject({ code: "bank_refused" });
  });

  it("is issued if the list of accounts is unavailable", async () => {
    const answers = {
      "POST /customer": CUSTOMER,
      "POST /dedicated_account": { status: 200, body: { data: ACCOUNT } },
    };
    expect(await provision(answers)).toEqual(ISSUED);
  });

  it.each([
    ["refuses the key", { "POST /customer": { status: 401, body: { message: "Invalid key" } } }],
    [
      "does not respond to the account request",
      { "POST /customer": CUSTOMER, "POST /dedicated_account": { status: 500, body: {} } },
    ],
    [
      "is still assigning",
      {
        "POST /customer": CUSTOMER,
        "POST /dedicated_account": { status: 200, body: { message: "Assigning in progress" } },
      },
    ],
    [
      "issues an expired account",
      {
        "POST /customer": CUSTOMER,
        "POST /dedicated_account": {
          status: 200,
          body: { data: { ...ACCOUNT, assignment: { expired: true } } },
        },
      },
    ],
  ] as [string, Record<string, ApiResponse>][])("is unavailable if Paystack %s", async (_, answers) => {
    await expect(provision(answers)).rejects.toMatchObject({
      code: "unavailable",
      headers: { "retry-after": "5" },
    });
  });
});
