/** Guarantee: an API key allows only the calls that its scope and its allowed addresses cover. */
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { COMMAND_LINE, type KeyLimits } from "@/lib/core/scope";
import { documentedDetail } from "@/lib/openapi/testing/documented-detail";
import { issueApiKey } from "@/lib/organisations";
import { useTestDatabase } from "@/lib/testing/database";
import { endpoint } from "../endpoint";
import { methodNotAllowed, unknownPath } from "../refusals";
import { forApiKey } from "../serve";
import { attachReceived } from "./received";

useTestDatabase();

const calls: string[] = [];
const served = forApiKey(
  endpoint({
    name: "count calls",
    params: z.object({}),
    status: 200,
    response: z.number(),
    handle: async () => calls.push("call"),
  }),
);

const issue = async (limits: KeyLimits) =>
  (await issueApiKey(COMMAND_LINE, { organisation: "Limits", mode: "test", limits })).apiKey;

/** The response to a call: its status and error code. */
async function call(apiKey: string, method: string, address = "203.0.113.7", handler = served) {
  const request = new Request("http://localhost/v1/calls", { method, headers: { "x-api-key": apiKey } });
  attachReceived(request, { clientAddress: () => address });
  const answer = await handler(request, { params: Promise.resolve({}) });
  const { code, detail } = await answer.json();
  return { status: answer.status, code, detail };
}

describe("a key's scope", () => {
  const READ: KeyLimits = { scope: "read", allowedAddresses: [] };

  it.each(["POST", "PUT", "PATCH", "DELETE"])(
    "scope read does not cover %s, not even on an unknown path",
    async (method) => {
      const apiKey = await issue(READ);
      calls.length = 0;
      for (const handler of [served, unknownPath, methodNotAllowed(["GET"])]) {
        expect(await call(apiKey, method, undefined, handler)).toMatchObject({
          status: 403,
          code: "insufficient_scope",
          detail: expect.stringMatching(new RegExp(`scope read; ${method} needs the scope write`)),
        });
      }
      expect(calls).toEqual([]);
    },
  );

  it("scope read covers GET and HEAD, scope write every method", async () => {
    const apiKey = await issue(READ);
    for (const method of ["GET", "HEAD"])
      expect(
        (
          await served(
            new Request("http://localhost/v1/calls", { method, headers: { "x-api-key": apiKey } }),
            { params: Promise.resolve({}) },
          )
        ).status,
      ).toBe(200);
    const writer = await issue({ scope: "write", allowedAddresses: [] });
    for (const method of ["GET", "POST", "PATCH"]) expect((await call(writer, method)).status).toBe(200);
  });
});

describe("a key's allowed addresses", () => {
  const RANGE: KeyLimits = { scope: "write", allowedAddresses: ["203.0.113.0/24", "2001:db8::1"] };

  it.each(["203.0.113.7", "203.0.113.255", "2001:db8::1", "::ffff:203.0.113.9"])(
    "cover %s",
    async (address) => {
      expect((await call(await issue(RANGE), "POST", address)).status).toBe(200);
    },
  );

  it.each(["203.0.114.7", "2001:db8::2", "127.0.0.1", "", "unknown"])(
    "do not cover %j, with any method and on repeated calls",
    async (address) => {
      const apiKey = await issue(RANGE);
      for (const method of ["GET", "GET", "POST"]) {
        expect(await call(apiKey, method, address)).toMatchObject({
          status: 403,
          code: "address_not_allowed",
          detail: expect.stringContaining(address || "an unknown address"),
        });
      }
    },
  );

  it("are checked before the scope, so that the response reveals nothing about the key", async () => {
    const apiKey = await issue({ ...RANGE, scope: "read" });
    expect(await call(apiKey, "POST", "198.51.100.1")).toMatchObject({
      code: "address_not_allowed",
      detail: expect.stringMatching(documentedDetail("address_not_allowed")),
    });
    expect(await call(apiKey, "POST")).toMatchObject({
      code: "insufficient_scope",
      detail: expect.stringMatching(documentedDetail("insufficient_scope")),
    });
  });
});
