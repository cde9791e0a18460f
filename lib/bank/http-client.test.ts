import { afterEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { callBank } from "./http-client";
import { type ApiResponse, startBankApi } from "./testing/server";

const Shape = z.object({ ok: z.boolean() });
let api: Awaited<ReturnType<typeof startBankApi>> | undefined;
afterEach(() => api?.close());

async function ask(answer: ApiResponse) {
  api = await startBankApi(() => answer);
  const headers = { authorization: "Bearer hush-hush" };
  const call = {
    provider: "bank",
    method: "POST" as const,
    baseUrl: `${api.baseUrl}/`,
    path: "/accounts?of=0123456789",
  };
  return callBank({ ...call, headers, body: { a: 1 }, timeoutMs: 300 }, Shape);
}

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

  it("returns an error status to the adapter", async () => {
    expect(await ask({ status: 422, body: { message: "duplicate" } })).toEqual({
      status: 422,
      data: undefined,
    });
    await api?.close();
    expect(await ask({ status: 401, body: "<html>" })).toEqual({ status: 401, data: undefined });
  });

  it.each([
    ["a server error", { status: 500, body: { ok: true } }],
    ["a redirect", { status: 302, body: { ok: true } }],
    ["a body that is not JSON", { status: 200, body: "<html>" }],
    ["JSON that does not match the schema", { status: 200, body: { ok: "yes" } }],
    ["more than a megabyte", { status: 200, body: { ok: true, padding: "x".repeat(1_100_000) } }],
    ["no response in time", "silence"],
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
