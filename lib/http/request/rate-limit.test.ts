/** Guarantee: every answer to a key states its rate limit, and a refused request has no effect and uses no key. */
import { expect, test } from "vitest";
import { z } from "zod";
import { COMMAND_LINE } from "@/lib/core/scope";
import { asOrganisationTx, systemDb } from "@/lib/db/client";
import { issueApiKey, revokeApiKey } from "@/lib/organisations";
import { useTestDatabase } from "@/lib/testing/database";
import { endpoint } from "../endpoint";
import { forApiKey } from "../serve";

process.env.RATE_LIMIT_PER_MINUTE = "3";
useTestDatabase();

/** Serves a write that counts its executions, and a read, to a key of a new organisation. */
async function serveCounter() {
  const executed: string[] = [];
  const declared = { params: z.object({}), response: z.string() };
  const POST = forApiKey(
    endpoint({
      ...declared,
      name: "create thing",
      body: z.object({ name: z.string() }),
      status: 201,
      handle: (scope, { body }, _headers, write) =>
        asOrganisationTx(scope.organisationId, async (db) => {
          executed.push(body.name);
          await write?.storeAnswer(db, body.name);
          return body.name;
        }),
    }),
  );
  const GET = forApiKey(
    endpoint({ ...declared, name: "get thing", status: 200, handle: async () => "here" }),
  );
  const { apiKey, keyId } = await issueApiKey(COMMAND_LINE, {
    organisation: crypto.randomUUID(),
    mode: "test",
  });
  const call = (handler: typeof GET, init: RequestInit) =>
    handler(
      new Request("http://localhost/v1/things", {
        ...init,
        headers: { "x-api-key": apiKey, "content-type": "application/json", ...init.headers },
      }),
      { params: Promise.resolve({}) },
    );
  const write = (name: string, key: string) =>
    call(POST, {
      method: "POST",
      body: name === "" ? "{}" : JSON.stringify({ name }),
      headers: { "idempotency-key": key },
    });
  return { executed, keyId, write, read: () => call(GET, { method: "GET" }) };
}

test("a write beyond the limit is answered 429 with Retry-After, has no effect and uses no idempotency key", async () => {
  const { executed, write, read } = await serveCounter();
  // Malformed requests and repeats count, too.
  const answers = [
    await write("a", "k1"),
    await write("a", "k1"),
    await write("", "k2"),
    await write("b", "k3"),
  ];
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 400, 429]);
  expect(answers.map(({ headers }) => headers.get("ratelimit-policy"))).toEqual(
    Array.from({ length: 4 }, () => '"write";q=3;w=60'),
  );
  for (const [index, { headers }] of answers.entries())
    expect(headers.get("ratelimit")).toMatch(
      new RegExp(`^"write";r=${Math.max(0, 2 - index)};t=(60|59|58)$`),
    );
  const refused = answers[3] as Response;
  const problem = await refused.json();
  expect(problem).toMatchObject({ success: false, status: 429, code: "too_many_requests" });
  expect(problem.detail).toContain("3 write requests a minute");
  expect(refused.headers.get("ratelimit")).toBe(`"write";r=0;t=${refused.headers.get("retry-after")}`);
  expect(executed).toEqual(["a"]);
  expect((await systemDb().sql`select from idempotency_keys where key = 'k3'`).length).toBe(0);
  // The reads of the same key have a limit of their own.
  const reading = await read();
  expect([reading.status, reading.headers.get("ratelimit-policy")]).toEqual([200, '"read";q=3;w=60']);
});

test("a read beyond the limit is refused although its value is cached, and a revoked key is refused first", async () => {
  const { read, keyId } = await serveCounter();
  const statuses: number[] = [];
  for (let index = 0; index < 5; index++) statuses.push((await read()).status);
  expect(statuses).toEqual([200, 200, 200, 429, 429]);
  await revokeApiKey(COMMAND_LINE, { keyId });
  const unknown = await read();
  expect([unknown.status, unknown.headers.get("ratelimit")]).toEqual([401, null]);
});
