import { afterEach, describe, expect, it } from "vitest";
import type { Emulator } from "./emulator";
import { startFlutterwaveEmulator } from "./flutterwave";
import { startLencoEmulator } from "./lenco";
import { startMonnifyEmulator } from "./monnify";
import { startNombaEmulator } from "./nomba";
import { startPaystackEmulator } from "./paystack";

let bank: Emulator | undefined;
afterEach(() => bank?.close());

const MONNIFY = { apiKey: "MK_1", secretKey: "secret", contractCode: "1" };
const FLUTTERWAVE = { clientId: "client", clientSecret: "secret" };
const NOMBA = { clientId: "client", clientSecret: "secret", accountId: "parent" };

/** Sends a request and returns its status, JSON and headers. */
async function send(route: string, headers: Record<string, string> = {}, body?: object) {
  const [method, target] = route.split(" ");
  const response = await fetch(`${bank?.baseUrl}${target}`, {
    method: method ?? "",
    headers: { "content-type": "application/json", ...headers },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, json: await response.json(), headers: response.headers };
}

describe("an emulated bank", () => {
  it.each([
    ["Paystack", () => startPaystackEmulator({ secret: "sk_test" }), "GET /transaction"],
    ["Monnify", () => startMonnifyEmulator(MONNIFY), "GET /api/v1/transactions/search"],
    ["Nomba", () => startNombaEmulator(NOMBA), "GET /v1/transactions/accounts"],
    ["Lenco", () => startLencoEmulator({ token: "token" }), "GET /virtual-accounts/all-transactions"],
    ["Flutterwave", () => startFlutterwaveEmulator(FLUTTERWAVE), "GET /charges"],
  ] as [string, () => Promise<Emulator>, string][])(
    "answers 401 without credentials at %s, whatever the path",
    async (_, start, route) => {
      bank = await start();
      expect((await send(route)).status).toBe(401);
      expect((await send("GET /unknown")).status).toBe(401);
    },
  );

  it("applies a fault to the next request of its route only", async () => {
    bank = await startPaystackEmulator({ secret: "sk_test" });
    const headers = { authorization: "Bearer sk_test" };
    bank.fail("GET /transaction", "rate_limited");
    expect((await send("GET /settlement", headers)).status).toBe(200);
    const limited = await send("GET /transaction", headers);
    expect([limited.status, limited.headers.get("retry-after")]).toEqual([429, "7"]);
    expect((await send("GET /transaction", headers)).status).toBe(200);
    bank.fail("GET /transaction", "half");
    await expect(send("GET /transaction", headers)).rejects.toThrow();
    bank.fail("GET /transaction", "dead");
    await expect(send("GET /transaction", headers)).rejects.toThrow();
    expect(() => bank?.fail("GET /nothing", "dead")).toThrow("There is no route");
  });

  it("refuses unknown and missing members at each bank", async () => {
    bank = await startPaystackEmulator({ secret: "sk_test" });
    const headers = { authorization: "Bearer sk_test" };
    const customer = { email: "a@host.ng", first_name: "A", last_name: "B" };
    expect((await send("POST /customer", headers, { ...customer, odd: 1 })).status).toBe(400);
    const { json } = await send("POST /customer", headers, customer);
    const account = { customer: json.data.customer_code, preferred_bank: "wema-bank" };
    expect(await send("POST /dedicated_account", headers, account)).toMatchObject({
      status: 400,
      json: { message: "Customer phone number is required" },
    });
    const phone = "+2348012345678";
    expect((await send("POST /dedicated_account", headers, { ...account, phone })).status).toBe(200);
  });

  it("refunds at most the payment, and settles each payment once, at Paystack", async () => {
    const paystack = await startPaystackEmulator({ secret: "sk_test" });
    bank = paystack;
    const headers = { authorization: "Bearer sk_test" };
    const { key } = paystack.ledger.pay("9930000902", 1000n);
    const refund = (amount: number) => send("POST /refund", headers, { transaction: key, amount });
    expect((await refund(600)).status).toBe(200);
    expect((await refund(600)).status).toBe(400);
    expect((await refund(400)).status).toBe(200);
    paystack.ledger.settle();
    expect(paystack.ledger.settle().paymentKeys).toEqual([]);
    const { json } = await send("GET /settlement/1/transactions", headers);
    expect(json.data).toMatchObject([{ reference: key, amount: 1000 }]);
  });

  it("refunds each reference once, and finds a settlement by its reference, at Monnify", async () => {
    const monnify = await startMonnifyEmulator(MONNIFY);
    bank = monnify;
    const basic = `Basic ${Buffer.from("MK_1:secret").toString("base64")}`;
    const login = await send("POST /api/v1/auth/login", { authorization: basic });
    const headers = { authorization: `Bearer ${login.json.responseBody.accessToken}` };
    const { key } = monnify.ledger.pay("9930000902", 50_000n);
    const refund = {
      transactionReference: key,
      refundReference: "R1",
      refundAmount: 500,
      refundReason: "x",
      customerNote: "x",
    };
    expect((await send("POST /api/v1/refunds/initiate-refund", headers, refund)).status).toBe(200);
    expect(
      (await send("POST /api/v1/refunds/initiate-refund", headers, refund)).json.responseMessage,
    ).toContain("R9");
    const { id } = monnify.ledger.settle();
    const found = await send(
      `GET /api/v1/transactions/find-by-settlement-reference?reference=${id}`,
      headers,
    );
    expect(found.json.responseBody.content).toMatchObject([{ transactionReference: key }]);
  });

  it("ends the session before at Nomba, and the account without an expiry after five minutes", async () => {
    bank = await startNombaEmulator(NOMBA);
    const client = { grant_type: "client_credentials", client_id: "client", client_secret: "secret" };
    const logIn = async () => {
      const { json } = await send("POST /v1/auth/token/issue", { accountid: "parent" }, client);
      return { accountid: "parent", authorization: `Bearer ${json.data.access_token}` };
    };
    const first = await logIn();
    const second = await logIn();
    expect((await send("GET /v1/transactions/accounts", first)).status).toBe(401);
    const account = { accountRef: "reference-of-sixteen", accountName: "Afro Nation" };
    const { json } = await send("POST /v1/accounts/virtual", second, account);
    expect(Date.parse(json.data.expiryDate) - Date.now()).toBeLessThanOrEqual(300_000);
    expect((await send("POST /v1/accounts/virtual", second, account)).json.code).toBe("05");
    expect((await send("GET /v1/transactions/accounts?limit=51", second)).json.code).toBe("02");
  });

  it("returns the account of the BVN at Lenco, unless a new one is asked for", async () => {
    bank = await startLencoEmulator({ token: "token" });
    const headers = { authorization: "Bearer token" };
    const account = { accountName: "A", isStatic: true, bvn: "22222222222" };
    const first = await send("POST /virtual-accounts", headers, account);
    const same = await send("POST /virtual-accounts", headers, account);
    expect(same.json).toMatchObject({ message: "exists", data: { id: first.json.data.id } });
    const other = await send("POST /virtual-accounts", headers, { ...account, createNewAccount: true });
    expect(other.json.data.id).not.toBe(first.json.data.id);
  });

  it("repeats the first answer to an idempotency key, also a refusal, at Flutterwave", async () => {
    const flutterwave = await startFlutterwaveEmulator(FLUTTERWAVE);
    bank = flutterwave;
    const response = await fetch(`${bank.baseUrl}/realms/flutterwave/protocol/openid-connect/token`, {
      method: "POST",
      body: new URLSearchParams({
        client_id: "client",
        client_secret: "secret",
        grant_type: "client_credentials",
      }),
    });
    const authorization = `Bearer ${(await response.json()).access_token}`;
    const create = (key: string, body: object) =>
      send("POST /customers", { authorization, "x-idempotency-key": key }, body);
    const customer = { email: "a@host.ng", name: { first: "A", last: "B" } };
    const first = await create("a-key-of-sixteen", customer);
    const again = await create("a-key-of-sixteen", customer);
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.json).toEqual(first.json);
    expect(again.headers.get("x-idempotency-cache-hit")).toBe("true");
    expect(flutterwave.customers).toHaveLength(1);
    expect((await create("another-key-of-22-chars", customer)).status).toBe(409);
    expect((await create("a-third-key-of-22-chars", { email: "b@host.ng" })).status).toBe(400);
    const valid = { ...customer, email: "b@host.ng" };
    expect((await create("a-third-key-of-22-chars", valid)).status).toBe(400);
    expect((await create("short", valid)).status).toBe(400);
  });
});
