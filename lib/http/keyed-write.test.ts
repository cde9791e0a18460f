/** Guarantee: which answers of a write with an idempotency key are kept, and that they are replayed unchanged. */
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { type ErrorCode, Failure } from "@/lib/core/errors/errors";
import { COMMAND_LINE } from "@/lib/core/scope";
import { asOrganisationTx } from "@/lib/db/client";
import { issueApiKey } from "@/lib/organisations";
import { useTestDatabase } from "@/lib/testing/database";
import { endpoint } from "./endpoint";
import { forApiKey } from "./serve";

useTestDatabase();

const Thing = z.object({ id: z.string(), call: z.number() });

/** Serves a write that fails with these errors first, one per call, and then succeeds. */
async function serveWrite(...failures: (ErrorCode | Error)[]) {
  const reserved: string[] = [];
  const handler = forApiKey(
    endpoint({
      name: "create thing",
      params: z.object({}),
      body: z.object({ name: z.string() }),
      status: 201,
      response: Thing,
      handle: (scope, _input, _headers, write) => {
        const failure = failures[reserved.length];
        reserved.push(write?.sessionId ?? "none");
        if (failure instanceof Error) throw failure;
        if (failure) throw new Failure(failure, { detail: "Because.", headers: { "retry-after": "7" } });
        return asOrganisationTx(scope.organisationId, async (db) => {
          const thing = { id: write?.sessionId ?? "", call: reserved.length };
          await write?.storeAnswer(db, thing);
          return thing;
        });
      },
    }),
  );
  const { apiKey } = await issueApiKey(COMMAND_LINE, { organisation: crypto.randomUUID(), mode: "test" });
  const send = async (body: string, headers: Record<string, string> = {}) => {
    const request = new Request("http://localhost/v1/things", {
      method: "POST",
      body,
      headers: {
        "x-api-key": apiKey,
        "content-type": "application/json",
        "idempotency-key": "k",
        ...headers,
      },
    });
    const response = await handler(request, { params: Promise.resolve({}) });
    const { status, headers: sent } = response;
    return {
      status,
      text: await response.text(),
      isReplayed: sent.get("idempotency-replayed"),
      headers: sent,
    };
  };
  return { send, reserved };
}

const BODY = '{"name":"a"}';

describe("a write with an idempotency key", () => {
  it("is executed once, and its answer is replayed with its content type and another request id", async () => {
    const { send, reserved } = await serveWrite();
    const [first, second] = [await send(BODY), await send(BODY)];
    expect([first.status, first.isReplayed]).toEqual([201, null]);
    expect([second.status, second.text, second.isReplayed]).toEqual([201, first.text, "true"]);
    expect(second.headers.get("content-type")).toBe("application/json");
    expect(second.headers.get("x-request-id")).not.toBe(first.headers.get("x-request-id"));
    expect(reserved).toHaveLength(1);
  });

  it.each<ErrorCode>(["not_found", "conflict", "forbidden"])(
    "keeps the refusal %s with its body and headers",
    async (code) => {
      const { send, reserved } = await serveWrite(code);
      const [first, second] = [await send(BODY), await send(BODY)];
      expect(JSON.parse(first.text)).toMatchObject({ code, request_id: first.headers.get("x-request-id") });
      expect([second.status, second.text, second.isReplayed]).toEqual([first.status, first.text, "true"]);
      for (const name of ["content-type", "retry-after", "cache-control"])
        expect(second.headers.get(name)).toBe(first.headers.get(name));
      expect(reserved).toHaveLength(1);
    },
  );

  it.each<[string, ErrorCode | Error, number]>([
    ["429", "too_many_requests", 429],
    ["503", "unavailable", 503],
    ["500", new Error("a fault"), 500],
  ])("is executed again after %s, with the same reserved id", async (_name, failure, status) => {
    const { send, reserved } = await serveWrite(failure, failure);
    expect((await send(BODY)).status).toBe(status);
    expect((await send('{"name":"b"}')).status).toBe(422);
    expect((await send(BODY)).status).toBe(status);
    expect(await send(BODY)).toMatchObject({ status: 201, isReplayed: null });
    expect(await send(BODY)).toMatchObject({ status: 201, isReplayed: "true" });
    expect(reserved).toHaveLength(3);
    expect(new Set(reserved).size).toBe(1);
    expect(reserved[0]).toMatch(/^ses_/);
  });

  it("may be corrected under the same key after 400 and 415", async () => {
    const { send } = await serveWrite("invalid_request");
    expect((await send("{")).status).toBe(400);
    expect((await send("{}")).status).toBe(400);
    expect((await send(BODY, { "content-type": "text/plain" })).status).toBe(415);
    expect((await send('{"name":"refused by the function"}')).status).toBe(400);
    expect(await send(BODY)).toMatchObject({ status: 201, isReplayed: null });
  });

  it("is refused with 401 under an unknown API key, whatever its idempotency key", async () => {
    const { send, reserved } = await serveWrite();
    expect((await send(BODY, { "x-api-key": "tk_test_unknown", "idempotency-key": "" })).status).toBe(401);
    expect(reserved).toEqual([]);
  });
});
