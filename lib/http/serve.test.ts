import { afterEach, expect, it, vi } from "vitest";
import { z } from "zod";
import { COMMAND_LINE } from "@/lib/core/scope";
import { issueApiKey, revokeApiKey } from "@/lib/organisations";
import { useTestDatabase } from "@/lib/testing/database";
import { endpoint } from "./endpoint";
import { forApiKey, serve } from "./serve";

useTestDatabase();

const handle = vi.fn(async () => "the night's takings");
const GET = forApiKey(
  endpoint({ name: "get night", params: z.object({}), status: 200, response: z.string(), handle }),
);
const ask = (apiKey: string) =>
  GET(new Request("http://localhost/v1/night", { headers: { "x-api-key": apiKey } }), {
    params: Promise.resolve({}),
  });

afterEach(() => void handle.mockClear());

it("a value is read in parallel with the key's lookup, once", async () => {
  const { apiKey } = await issueApiKey(COMMAND_LINE, { organisation: "Early", mode: "test" });
  expect((await ask(apiKey)).status).toBe(200);
  handle.mockClear();
  const answer = ask(apiKey);
  await new Promise(setImmediate);
  await new Promise(setImmediate);
  expect(handle).toHaveBeenCalledTimes(1);
  expect(await (await answer).json()).toEqual({ success: true, data: "the night's takings" });
  expect(handle).toHaveBeenCalledTimes(1);
});

it("a value read for a key that was revoked meanwhile is not returned", async () => {
  const { apiKey, keyId } = await issueApiKey(COMMAND_LINE, { organisation: "Late", mode: "test" });
  expect((await ask(apiKey)).status).toBe(200);
  await revokeApiKey(COMMAND_LINE, { keyId });
  handle.mockClear();
  const answer = await ask(apiKey);
  expect(handle).toHaveBeenCalledTimes(1);
  expect(answer.status).toBe(401);
  expect(await answer.text()).not.toContain("takings");
  handle.mockClear();
  expect((await ask(apiKey)).status).toBe(401);
  expect(handle).not.toHaveBeenCalled();
});

it("a failed speculative read for a revoked key is not reported", async () => {
  const { apiKey, keyId } = await issueApiKey(COMMAND_LINE, { organisation: "Failing", mode: "test" });
  expect((await ask(apiKey)).status).toBe(200);
  await revokeApiKey(COMMAND_LINE, { keyId });
  handle.mockRejectedValueOnce(new Error("away"));
  expect((await ask(apiKey)).status).toBe(401);
});

it.each([
  ["the object, from the HTTP server", { nth: "3" }, { nth: "3" }],
  ["a promise, from Next", Promise.resolve({ nth: "3" }), { nth: "3" }],
  ["a promise of nothing", Promise.resolve(undefined), {}],
  ["nothing, from Next for a path without parameters", undefined, {}],
])("path parameters that come as %s are passed on", async (_, params, passed) => {
  const handler = vi.fn(async () => new Response(null, { status: 204 }));
  await serve(handler)(new Request("http://localhost/v1/nights"), { params });
  expect(handler).toHaveBeenCalledWith(expect.anything(), passed, expect.anything(), expect.anything());
});
