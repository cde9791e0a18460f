import { afterEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { documentedDetail } from "@/lib/openapi/testing/documented-detail";
import { type BankCall, callBank, requireData } from "./http-client";
import { startEmulator } from "./testing/emulators/emulator";
import { type ApiResponse, startBankApi } from "./testing/server";

const Shape = z.object({ ok: z.boolean() });
let api: Awaited<ReturnType<typeof startBankApi>> | undefined;
afterEach(() => api?.close());

/** The bank states a refusal in `error`, `busy` if it is to be retried. */
const readRefusal: BankCall["readRefusal"] = (json) => {
  const { data } = z.object({ error: z.string(), message: z.string().optional() }).safeParse(json);
  return (
    data && { code: data.error, reason: data.message, ...(data.error === "busy" && { isTransient: true }) }
  );
};

async function ask(answer: ApiResponse, method: BankCall["method"] = "POST") {
  api = await startBankApi(() => answer);
  const headers = { authorization: "Bearer hush-hush" };
  const call = { provider: "bank", method, baseUrl: `${api.baseUrl}/`, path: "/accounts?of=0123456789" };
  const body = { a: 1, bvn: "hidden-bvn" };
  return callBank({ ...call, headers, body, timeoutMs: 2_000, readRefusal }, Shape);
}

const failureOf = async (answer: ApiResponse) =>
  ask(answer).then(
    (response) => {
      try {
        requireData("bank: an account", response);
      } catch (thrown) {
        return thrown;
      }
    },
    (thrown: unknown) => thrown,
  );

describe("a call of a bank's API", () => {
  it("requests uncompressed JSON and returns the status and parsed body", async () => {
    expect(await ask({ status: 201, body: { ok: true, more: 1 } })).toEqual({
      status: 201,
      data: { ok: true },
    });
    expect(api?.requests[0]).toMatchObject({
      call: "POST /accounts?of=0123456789",
      headers: { "accept-encoding": "identity", "content-type": "application/json" },
      body: { a: 1 },
    });
  });

  it("is sent as a form if it has one, whose secrets are removed from a refusal", async () => {
    const refusing = { status: 400, body: { error: "no", message: "hush is wrong" } };
    const bank = await startEmulator({ "POST /token": () => refusing }, { notFound: refusing });
    const form = { client_secret: "hush", grant_type: "a b&c" };
    const call = { provider: "bank", method: "POST", baseUrl: bank.baseUrl, path: "/token" } as const;
    const { refusal } = await callBank({ ...call, headers: {}, form, readRefusal }, Shape);
    await bank.close();
    expect(refusal?.reason).toBe("[removed] is wrong");
    expect(bank.requests[0]).toMatchObject({
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: form,
    });
  });

  it.each(["GET", "POST", "PUT", "DELETE"] as const)("is sent with the method %s", async (method) => {
    await ask({ status: 200, body: { ok: true } }, method);
    expect(api?.requests[0]?.call).toBe(`${method} /accounts?of=0123456789`);
  });

  it.each([
    [{ status: 422, body: { error: "duplicate", message: "Duplicate reference" } }, "duplicate", false],
    [{ status: 200, body: { ok: true, error: "limit" } }, "limit", false],
    [{ status: 200, body: { error: "busy" } }, "busy", true],
    [{ status: 400, body: { error: "busy" } }, "busy", true],
    [{ status: 403, body: "<html>" }, "", false],
    [{ status: 401, body: "<html>" }, "", true],
    [{ status: 409, body: {} }, "", true],
  ] as [ApiResponse & object, string, boolean][])(
    "returns the refusal %j to the adapter",
    async (answer, code, isTransient) => {
      const { refusal, data } = await ask(answer);
      expect(data).toBeUndefined();
      expect(refusal).toMatchObject({ status: answer.status, code, isTransient });
    },
  );

  it("is refused for good with the bank's reason and no retry time", async () => {
    const failure = await failureOf({
      status: 403,
      body: { error: "feature_unavailable", message: "Not for\u0007 you" },
    });
    expect(failure).toMatchObject({
      code: "bank_refused",
      headers: {},
      detail: expect.stringContaining('"Not for you"'),
      internal: "bank: an account was refused with 403 feature_unavailable: Not for you",
    });
    await api?.close();
    expect(
      await failureOf({ status: 400, body: { error: "bvn", message: "BVN is required" } }),
    ).toMatchObject({
      detail: expect.stringMatching(documentedDetail("bank_refused")),
    });
    await api?.close();
    expect(await failureOf({ status: 400, body: {} })).toMatchObject({
      code: "bank_refused",
      detail: expect.stringContaining("without a reason"),
    });
  });

  it("is unavailable, with a retry time, if the refusal is transient", async () => {
    expect(await failureOf({ status: 200, body: { error: "busy", message: "Later" } })).toMatchObject({
      code: "unavailable",
      headers: { "retry-after": "5" },
    });
  });

  it("shows no secret, account number or address in the reason of a refusal", async () => {
    const message =
      "Key hush-hush, hidden-bvn, sk_live_1a2b, 0123456789, 0123 456 789, 22222222222, ada@host.ng, " +
      `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc ${"x ".repeat(400)}`;
    const failure = await failureOf({ status: 400, body: { error: "bad", message } });
    const text = JSON.stringify(failure, Object.getOwnPropertyNames(failure));
    expect(failure).toMatchObject({ code: "bank_refused", detail: expect.stringContaining("[removed]") });
    expect(text).not.toMatch(/hush-hush|hidden-bvn|sk_live|\d{6}|456 789|host\.ng|eyJ/);
    expect(text.length).toBeLessThan(2500);
  });

  it.each([
    ["7", "7"],
    ["0", "1"],
    ["999999", "3600"],
    ["soon", "5"],
    [undefined, "5"],
    [new Date(Date.now() + 3_600_000_000).toUTCString(), "3600"],
  ])(
    "is unavailable if there are too many requests; the bank's Retry-After %j gives %s",
    async (stated, expected) => {
      const headers: Record<string, string> = stated === undefined ? {} : { "retry-after": stated };
      expect(await failureOf({ status: 429, body: { error: "limit" }, headers })).toMatchObject({
        code: "unavailable",
        headers: { "retry-after": expected },
      });
    },
  );

  it.each([
    ["a server error", { status: 500, body: { ok: true } }],
    ["a redirect", { status: 302, body: { ok: true } }],
    ["a body that is not JSON", { status: 200, body: "<html>" }],
    ["JSON that does not match the schema", { status: 200, body: { ok: "yes" } }],
    ["more than a megabyte", { status: 200, body: { ok: true, padding: "x".repeat(1_100_000) } }],
    ["no response in time", "silence"],
    ["half a response", "half"],
    ["a timeout status", { status: 408, body: { error: "timeout" } }],
  ] as [string, ApiResponse][])("is unavailable if the bank responds with %s", async (_, answer) => {
    const failure = await ask(answer).catch((thrown: unknown) => thrown);
    expect(failure).toMatchObject({ code: "unavailable", headers: { "retry-after": "5" } });
    expect(JSON.stringify(failure, Object.getOwnPropertyNames(failure))).not.toMatch(/hush-hush|0123456789/);
  });

  it("is unavailable if the connection is refused", async () => {
    const call = {
      provider: "bank",
      method: "GET" as const,
      baseUrl: "http://127.0.0.1:1",
      path: "/",
      headers: {},
    };
    await expect(callBank(call, Shape)).rejects.toMatchObject({ code: "unavailable" });
  });
});
