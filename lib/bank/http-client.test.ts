import { afterEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { callBank } from "./http-client";
import { type ApiAnswer, startBankApi } from "./testing/server";

const Shape = z.object({ ok: z.boolean() });
let api: Awaited<ReturnType<typeof startBankApi>> | undefined;
afterEach(() => api?.close());

async function ask(answer: ApiAnswer) {
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
  it("asks for plain JSON and answers with status and shape", async () => {
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

  it("passes a refusal on, for the adapter to judge", async () => {
    expect(await ask({ status: 422, body: { message: "duplicate" } })).toEqual({
      status: 422,
      data: undefined,
    });
    await api?.close();
    expect(await ask({ status: 401, body: "<html>" })).toEqual({ status: 401, data: undefined });
  });

  it.each([
    ["a failure of its own", { status: 500, body: { ok: true } }],
    ["a redirect", { status: 302, body: { ok: true } }],
    ["something else than JSON", { status: 200, body: "<html>" }],
    ["JSON of another shape", { status: 200, body: { ok: "yes" } }],
    ["more than a megabyte", { status: 200, body: { ok: true, padding: "x".repeat(1_100_000) } }],
    ["nothing in time", "silence"],
  ] as [string, ApiAnswer][])("is unavailable when the bank answers with %s", async (_, answer) => {
    const failure = await ask(answer).catch((thrown: unknown) => thrown);
    expect(failure).toMatchObject({ code: "unavailable", headers: { "retry-after": "5" } });
    expect(JSON.stringify(failure, Object.getOwnPropertyNames(failure))).not.toMatch(/hush-hush|0123456789/);
  });

  it("is unavailable when nobody listens", async () => {
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
