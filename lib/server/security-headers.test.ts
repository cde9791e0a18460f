import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { REQUESTED_PATH } from "@/lib/core/paths";
import { applyTrustedProxy } from "./client-address";
import { applySecurityHeaders } from "./security-headers";

let stop = () => {};
afterEach(() => stop());

interface Setting {
  dev?: boolean;
  authUrl?: string;
  trustProxy?: string[];
}

/** What a page is told of a request, and what its answer carries, through what the door does to both. */
async function visit(path: string, headers: Record<string, string> = {}, setting: Setting = {}) {
  const { dev = false, authUrl = "http://localhost:3000", trustProxy = [] } = setting;
  let seen: IncomingHttpHeaders = {};
  const server = createServer((incoming, outgoing) => {
    applyTrustedProxy(incoming, { authUrl, trustProxy });
    applySecurityHeaders(incoming, outgoing, { dev });
    seen = incoming.headers;
    outgoing.end();
  }).listen(0, "127.0.0.1");
  stop = () => server.close();
  await once(server, "listening");
  const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, {
    headers,
  });
  return { seen, given: answer.headers };
}

describe("the policies of a page", () => {
  it("each answer has a nonce of its own, and Next is told the same policy", async () => {
    const [first, second] = [await visit("/events"), await visit("/events")];
    const policy = first.given.get("content-security-policy");
    expect(first.seen["content-security-policy"]).toBe(policy);
    expect(policy).toMatch(/script-src 'self' 'nonce-[A-Za-z0-9+/]{22}==' 'strict-dynamic';/);
    expect(second.given.get("content-security-policy")).not.toBe(policy);
  });

  it("nothing is inline but style attributes, nothing is evaluated, and nobody frames or bases a page", async () => {
    const policy = (await visit("/events")).given.get("content-security-policy") ?? "";
    const inline = policy.split("; ").filter((rule) => rule.includes("unsafe"));
    expect(inline).toEqual(["style-src-attr 'unsafe-inline'"]);
    for (const rule of [
      "object-src 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "form-action 'self'",
    ])
      expect(policy).toContain(rule);
  });

  it("a client's own policy does not reach Next, which would take its nonce from it", async () => {
    const { seen } = await visit("/", { "content-security-policy": "script-src 'nonce-mine'" });
    expect(seen["content-security-policy"]).not.toContain("mine");
  });

  it("a page is told by which scheme browsers come", async () => {
    const { seen } = await visit("/", {}, { authUrl: "https://takings.example" });
    expect(seen["x-forwarded-proto"]).toBe("https");
  });

  it.each([
    ["/events?status=live&_rsc=1x2y", "/events?status=live"],
    ["/events?_rsc=1x2y", "/events"],
    ["/events?_rsc=1x2y&q=a", "/events?q=a"],
    ["/events", "/events"],
  ])("a page is told the path that a person would type: %s", async (path, typed) => {
    expect((await visit(path, { [REQUESTED_PATH]: "/forged" })).seen[REQUESTED_PATH]).toBe(typed);
  });
});

describe("whose address is believed", () => {
  const told = { "x-forwarded-for": "203.0.113.9, 198.51.100.7", "x-forwarded-host": "evil.example" };

  it("what a client says of itself is dropped", async () => {
    const { seen } = await visit("/", told);
    expect(seen["x-forwarded-for"]).toBe("127.0.0.1");
    expect(seen["x-forwarded-host"]).toBe(seen.host);
  });

  it("a proxy of ours is believed, and what came before it is not", async () => {
    const { seen } = await visit("/", told, { trustProxy: ["127.0.0.0/8"] });
    expect(seen["x-forwarded-for"]).toBe("198.51.100.7");
    expect(seen["x-forwarded-host"]).toBe("evil.example");
  });

  it("through two proxies of ours the client is the one before both", async () => {
    const { seen } = await visit("/", told, { trustProxy: ["127.0.0.0/8", "198.51.100.0/24"] });
    expect(seen["x-forwarded-for"]).toBe("203.0.113.9");
  });

  it("what is no address is not one, even from a proxy of ours", async () => {
    const { seen } = await visit("/", { "x-forwarded-for": "unknown" }, { trustProxy: ["127.0.0.0/8"] });
    expect(seen["x-forwarded-for"]).toBe("127.0.0.1");
  });
});
