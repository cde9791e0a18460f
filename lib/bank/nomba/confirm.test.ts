import { afterEach, describe, expect, it } from "vitest";
import { type ApiResponse, respondByCall, startBankApi } from "../testing/server";
import { confirm } from "./confirm";

const KEY = "API-VACT_TRA-185C7-0b1d";
const RECORD = "GET /v1/transactions/accounts/single";
const TOKEN: ApiResponse = { status: 200, body: { code: "00", data: { access_token: "token-1" } } };
/** The documented sample of a re-query, with our key. */
const ENTRY = {
  id: KEY,
  status: "SUCCESS",
  amount: "200.0",
  fixedCharge: "1.0",
  source: "api",
  type: "vact_transfer",
  timeCreated: "2024-07-11T16:12:49.656Z",
  recipientAccountNumber: "0014701211",
  sessionId: "000132891359184717316165338085",
  bankCode: "090645",
};
const UNKNOWN = { status: "unknown" };

let api: Awaited<ReturnType<typeof startBankApi>> | undefined;
afterEach(() => api?.close());

async function ask(answer: ApiResponse, paymentKey = KEY) {
  api = await startBankApi(respondByCall({ "POST /v1/auth/token/issue": TOKEN, [RECORD]: answer }));
  const credentials = {
    NOMBA_CLIENT_ID: "client",
    NOMBA_CLIENT_SECRET: "secret",
    NOMBA_ACCOUNT_ID: "parent",
  };
  return confirm(paymentKey, { credentials, baseUrl: api.baseUrl, businessTimeZone: "Africa/Lagos" });
}
const entry = (data: unknown): ApiResponse => ({ status: 200, body: { code: "00", data } });
const without = (...members: string[]) =>
  Object.fromEntries(Object.entries(ENTRY).filter(([member]) => !members.includes(member)));

describe("Nomba's record of a payment", () => {
  it("is requested by the payment's key and has the status, amount and account", async () => {
    expect(await ask(entry(ENTRY))).toEqual({
      status: "successful",
      amount: 20_000n,
      account: "0014701211",
    });
    expect(api?.requests.map(({ call }) => call)).toEqual([
      "POST /v1/auth/token/issue",
      `${RECORD}?transactionRef=${KEY}`,
    ]);
    expect(api?.requests[1]?.headers).toMatchObject({
      accountid: "parent",
      authorization: "Bearer token-1",
    });
  });

  it("is requested with the key URL-encoded", async () => {
    await ask(entry({ ...ENTRY, id: "A|1 &x=2" }), "A|1 &x=2");
    expect(api?.requests[1]?.call).toBe(`${RECORD}?transactionRef=A%7C1%20%26x%3D2`);
  });

  it("has the device of a terminal payment, our reference and the currency", async () => {
    const terminal = {
      ...without("recipientAccountNumber"),
      type: "purchase",
      entryType: "CREDIT",
      currency: "usd",
      virtualAccountReference: "ses_01",
      rrn: "2510089",
      posSerialNumber: "91230989",
      terminalId: "3PLQ",
    };
    expect(await ask(entry(terminal))).toEqual({
      status: "successful",
      amount: 20_000n,
      currency: "USD",
      accountReference: "ses_01",
      devices: ["91230989", "3PLQ"],
    });
  });

  it.each(["amount", "recipientAccountNumber", "status"])(
    "has no %s if the response does not",
    async (member) => {
      const stated: Record<string, unknown> = {
        status: "successful",
        amount: 20_000n,
        account: "0014701211",
      };
      const left = { amount: "amount", recipientAccountNumber: "account", status: "status" }[member] ?? "";
      delete stated[left];
      expect(await ask(entry(without(member)))).toEqual(
        member === "status" ? { ...stated, status: "unknown" } : stated,
      );
    },
  );

  it.each([
    ["SUCCESS", "successful"],
    ["PAYMENT_SUCCESSFUL", "successful"],
    ["REFUND", "successful"],
    ["NEW", "pending"],
    ["PENDING_PAYMENT", "pending"],
    ["PENDING_BILLING", "pending"],
    ["CANCELLED", "pending"],
    ["PAYMENT_FAILED", "pending"],
    ["REVERSED_BY_VENDOR", "pending"],
    ["Successful", "successful"],
    ["FAILED", "failed"],
    ["REVERSED", "unknown"],
    ["constructor", "unknown"],
  ])("with the status %s is %s", async (status, meant) => {
    const confirmation = await ask(entry({ ...ENTRY, status }));
    expect(confirmation).toMatchObject({ status: meant });
    expect(confirmation.reversal).toBe(status === "REFUND" ? "refund" : undefined);
  });

  it.each([
    ["is another payment's", entry({ ...ENTRY, id: "API-VACT_TRA-OTHER" })],
    ["has no id", entry(without("id"))],
    ["is a debit by its entry type", entry({ ...ENTRY, entryType: "DEBIT" })],
    ["is a debit by its type", entry({ ...ENTRY, type: "debit" })],
    ["has an invalid amount", entry({ ...ENTRY, amount: "200.005" })],
    ["has an amount of another JSON type", entry({ ...ENTRY, amount: { value: "200.0" } })],
    ["has an account of another JSON type", entry({ ...ENTRY, recipientAccountNumber: ["0014701211"] })],
    ["is a list", entry([ENTRY])],
    ["is null", entry(null)],
    ["is missing", { status: 200, body: { code: "00" } }],
    ["is refused with the status 200", { status: 200, body: { code: "05", data: ENTRY } }],
    ["is refused without a code", { status: 200, body: { data: ENTRY } }],
    ["is not found", { status: 404, body: { code: "404", description: "not found" } }],
    ["is refused with the status 400", { status: 400, body: "no JSON" }],
  ] as [string, ApiResponse][])("is unknown if it %s", async (_, answer) => {
    expect(await ask(answer)).toEqual(UNKNOWN);
  });

  it.each([500, 503, 429, 408])("is unavailable if Nomba responds %i", async (status) => {
    await expect(ask({ status, body: {} })).rejects.toMatchObject({ code: "unavailable" });
  });

  it.each([
    ["200 with the code 01, which is documented as one to retry", { status: 200, body: { code: "01" } }],
    ["409", { status: 409, body: { code: "409" } }],
  ] as [string, ApiResponse][])("is unavailable if Nomba responds %s", async (_, answer) => {
    await expect(ask(answer)).rejects.toMatchObject({ code: "unavailable" });
  });
});
