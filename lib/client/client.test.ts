/**
 * Guarantee: a method sends its operation, repeats what a repeat can help under one `Idempotency-Key`, throws typed errors
 * and follows the pages. The running service is in `e2e/api/client.spec.ts`.
 */
import { describe, expect, expectTypeOf, test } from "vitest";
import { createClient, type Session, TakingsConnectionError, TakingsError, type Transaction } from ".";
import { answer, cut, refuse, startScriptedServer } from "./testing/scripted-server";

const SESSION = { external_event_id: "evt-1", name: "Night", collection: { account: true, pos: false } };
const OK = answer(200, { success: true, data: { session_id: "ses_1" } });
const NOW = { "retry-after": "0" };

async function start(steps: Parameters<typeof startScriptedServer>[0], settings = {}) {
  const { url, received } = await startScriptedServer(steps);
  return { received, takings: createClient({ apiKey: "tk_test_1", baseUrl: `${url}/`, ...settings }) };
}

/** Returns what a promise rejects with. */
const rejection = (promise: PromiseLike<unknown>): Promise<unknown> =>
  Promise.resolve(promise).then(
    () => expect.unreachable("the call is refused"),
    (thrown) => thrown,
  );

describe("a request", () => {
  test("has the path, query, body and headers of its operation", async () => {
    const { takings, received } = await start([OK, OK, OK]);
    await takings.addOperator({ session_id: "ses/1", name: "Ada" });
    await takings.closeSession({ session_id: "ses_1" });
    await takings.listTransactions({ session_id: "ses 1", limit: 0 });
    expect(received.map(({ method, url, body }) => [method, url, body])).toEqual([
      ["POST", "/v1/sessions/ses%2F1/operators", '{"name":"Ada"}'],
      ["PATCH", "/v1/sessions/ses_1/close", ""],
      ["GET", "/v1/transactions?session_id=ses+1&limit=0", ""],
    ]);
    expect(received.map(({ headers }) => [headers["x-api-key"], headers["content-type"]])).toEqual([
      ["tk_test_1", "application/json"],
      ["tk_test_1", undefined],
      ["tk_test_1", undefined],
    ]);
  });

  test("is not sent without a member of its path, or to a place that is no address", async () => {
    const { takings, received } = await start([]);
    expect(() => takings.getSession({ session_id: "" })).toThrow(/session_id is required/);
    expect(received).toEqual([]);
    for (const baseUrl of ["takings", "localhost:3000", "ftp://localhost"])
      expect(() => createClient({ apiKey: "tk_test_1", baseUrl })).toThrow(/baseUrl/);
    expect(() => createClient({ apiKey: "", baseUrl: "http://localhost" })).toThrow(/apiKey/);
  });

  test("that cannot be built is the caller's error at once, not a missing answer", async () => {
    const { takings, received } = await start([]);
    const unsendable = rejection(takings.createSession(SESSION, { idempotencyKey: "Ọmọ" }));
    expect(await unsendable).toBeInstanceOf(TypeError);
    const bigint = { ...SESSION, metadata: { amount: 1n } };
    expect(await rejection(takings.createSession(bigint))).toBeInstanceOf(TypeError);
    expect(received).toEqual([]);
  });

  test("does not follow a redirect with the API key", async () => {
    const { takings, received } = await start(
      [(response) => response.writeHead(302, { location: "/v1/sessions/other" }).end(), OK],
      { maxRetries: 0 },
    );
    expect(await rejection(takings.getSession({ session_id: "ses_1" }))).toBeInstanceOf(
      TakingsConnectionError,
    );
    expect(received).toHaveLength(1);
  });
});

describe("a repeat", () => {
  test("of a write keeps its Idempotency-Key and body, and another write has another key", async () => {
    const steps = [cut, refuse(503, "unavailable", NOW), refuse(409, "idempotency_key_in_use", NOW), OK, OK];
    const { takings, received } = await start(steps);
    expect(await takings.createSession(SESSION)).toEqual({ session_id: "ses_1" });
    await takings.createSession(SESSION);
    const keys = received.map(({ headers }) => headers["idempotency-key"]);
    expect(keys[0]).toMatch(/^"[0-9a-f-]{36}"$/);
    expect(new Set(keys.slice(0, 4)).size).toBe(1);
    expect(keys[4]).not.toBe(keys[0]);
    expect(new Set(received.map(({ body }) => body)).size).toBe(1);
  });

  test("of a write has the caller's key, in the form of the header", async () => {
    const { takings, received } = await start([OK]);
    await takings.createSession(SESSION, { idempotencyKey: 'event "1"' });
    expect(received[0]?.headers["idempotency-key"]).toBe('"event \\"1\\""');
  });

  test("comes after the time in Retry-After, a number or a date", async () => {
    const date = new Date(Date.now() + 2000).toUTCString();
    const { takings, received } = await start([
      refuse(429, "too_many_requests", { "retry-after": "1" }),
      refuse(503, "unavailable", { "retry-after": date }),
      OK,
    ]);
    const started = Date.now();
    await takings.getSession({ session_id: "ses_1" });
    expect(Date.now() - started).toBeGreaterThan(1000);
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(date));
    expect(received).toHaveLength(3);
  });

  test("is not sent for an answer that a repeat would not change", async () => {
    const refusals = [refuse(400, "invalid_request"), refuse(500, "internal"), refuse(502, "bank_refused")];
    const { takings, received } = await start(refusals);
    for (const code of ["invalid_request", "internal", "bank_refused"])
      expect(await rejection(takings.createSession(SESSION))).toMatchObject({ code });
    expect(received).toHaveLength(3);
  });

  test("is not waited for above a minute, or after maxRetries", async () => {
    const late = refuse(429, "too_many_requests", { "retry-after": "120" });
    const { takings, received } = await start([late, cut, cut, cut], { maxRetries: 1 });
    const error = await rejection(takings.getSession({ session_id: "ses_1" }));
    expect(error).toMatchObject({ code: "too_many_requests", retryAfterSeconds: 120 });
    expect(await rejection(takings.getSession({ session_id: "ses_1" }))).toBeInstanceOf(
      TakingsConnectionError,
    );
    expect(received).toHaveLength(3);
  });

  test("comes after a time-out, and none after the caller's signal", async () => {
    const hang = () => undefined;
    const controller = new AbortController();
    // When the request has arrived: a time could end before on a busy machine.
    const leave = () => controller.abort(new Error("the caller leaves"));
    const { takings, received } = await start([hang, OK, leave], { timeoutMs: 1_000 });
    await takings.getSession({ session_id: "ses_1" });
    expect(received).toHaveLength(2);
    const { signal } = controller;
    expect(await rejection(takings.getSession({ session_id: "ses_1" }, { signal }))).toBe(signal.reason);
    expect(received).toHaveLength(3);
  });

  test("is not waited for after the caller's signal", async () => {
    const controller = new AbortController();
    const { takings } = await start([
      (response) => {
        refuse(503, "unavailable", { "retry-after": "60" })(response);
        setTimeout(() => controller.abort(new Error("the caller leaves")), 50);
      },
    ]);
    const { signal } = controller;
    expect(await rejection(takings.getSession({ session_id: "ses_1" }, { signal }))).toBe(signal.reason);
  });
});

describe("an error", () => {
  test("has the members of the problem details, and never the API key", async () => {
    const { takings } = await start([
      answer(
        400,
        {
          ...{ success: false, code: "invalid_request", detail: "name must not be empty." },
          ...{
            errors: [{ pointer: "/name", detail: "x" }],
            request_id: "req_1",
            type: "http://x/docs/errors#y",
          },
        },
        { "content-type": "application/problem+json" },
      ),
    ]);
    const error = await rejection(takings.createSession({ ...SESSION, name: "" }));
    expect(error).toBeInstanceOf(TakingsError);
    expect(error).toMatchObject({
      ...{ status: 400, code: "invalid_request", message: "name must not be empty.", requestId: "req_1" },
      ...{ errors: [{ pointer: "/name", detail: "x" }], type: "http://x/docs/errors#y" },
    });
    expect(JSON.stringify(error)).not.toContain("tk_test_1");
  });

  test("of a proxy has the code unexpected_answer and its status", async () => {
    const { takings } = await start([(response) => response.writeHead(404).end("<html>")]);
    expect(await rejection(takings.getSession({ session_id: "ses_1" }))).toMatchObject({
      ...{ status: 404, code: "unexpected_answer" },
    });
  });
});

describe("the pages of a list", () => {
  const page = (rows: unknown, next?: string) =>
    answer(200, { success: true, data: rows }, { link: `</v1/x?offset=0>; rel="first"${next ?? ""}` });
  const NEXT = ', </v1/x?limit=2&offset=2&session_id=a,b>; rel="next"';

  test("are followed by for await, and await gives the one that was asked for", async () => {
    const { takings, received } = await start([page([1, 2], NEXT), page([3]), page([1, 2], NEXT)]);
    const list = takings.listTransactions({ session_id: "a,b", limit: 2 });
    expect(received).toHaveLength(0);
    const rows: unknown[] = [];
    for await (const row of list) rows.push(row);
    expect(rows).toEqual([1, 2, 3]);
    expect(received[1]?.url).toBe("/v1/transactions?limit=2&offset=2&session_id=a,b");
    expect(await list).toEqual([1, 2]);
  });

  test("of a terminal are those of its member transactions", async () => {
    const { takings } = await start([
      page({ summary: {}, transactions: [1] }, NEXT),
      page({ transactions: [2] }),
    ]);
    const rows: unknown[] = [];
    for await (const row of takings.getTerminalActivity({ session_id: "a", terminal_id: "b" }))
      rows.push(row);
    expect(rows).toEqual([1, 2]);
  });

  test("end with the error of a page", async () => {
    const { takings } = await start([page([1], NEXT), refuse(404, "not_found")]);
    const rows: unknown[] = [];
    const iterate = async () => {
      for await (const row of takings.listTransactions({ session_id: "a" })) rows.push(row);
    };
    expect(await rejection(iterate())).toMatchObject({ code: "not_found" });
    expect(rows).toEqual([1]);
  });
});

test("the types of inputs and results are those of the document", () => {
  const takings = createClient({ apiKey: "tk_test_1", baseUrl: "http://localhost" });
  expectTypeOf(takings.createSession).returns.resolves.toEqualTypeOf<Session>();
  expectTypeOf(takings.createSession)
    .parameter(0)
    .toHaveProperty("external_event_id")
    .toEqualTypeOf<string>();
  expectTypeOf<Transaction["amount"]>().toEqualTypeOf<string>();
  expectTypeOf<Transaction["status"]>().toEqualTypeOf<"successful" | "pending" | "failed">();
  const rowOf = async () => {
    for await (const row of takings.listTransactions({ session_id: "a" })) return row;
  };
  expectTypeOf(rowOf).returns.resolves.toEqualTypeOf<Transaction | undefined>();
  // @ts-expect-error a session_id is required
  const withoutSession = () => takings.getSession({});
  expect(withoutSession).toThrow(TypeError);
});
