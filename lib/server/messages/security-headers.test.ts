import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { REQUESTED_PATH } from "@/lib/core/paths";
import { applyTrustedProxy } from "../connections/client-address";
import { applySecurityHeaders } from "./security-headers";

let stop = () => {};
afterEach(() => stop());

interface VisitOptions {
  dev?: boolean;
  authUrl?: string;
  trustProxy?: string[];
}

/** Returns the request headers that a page receives and the headers of its response. */
async function visit(path: string, headers: Record<string, string> = {}, options: VisitOptions = {}) {
  const { dev = false, authUrl = "http://localhost:3000", trustProxy = [] } = options;
  let received: IncomingHttpHeaders = {};
  const server = createServer((incoming, outgoing) => {
    applyTrustedProxy(incoming, { authUrl, trustProxy });
    applySecurityHeaders(incoming, outgoing, { dev });
    received = incoming.headers;
    outgoing.end();
  }).listen(0, "127.0.0.1");
  stop = () => server.close();
  await once(server, "listening");
  const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, {
    headers,
  });
  return { received, given: answer.headers };
}

describe("a page's security headers", () => {
  it("each response has a new nonce, and Next receives the same policy", async () => {
    const [first, second] = [await visit("/events"), await visit("/events")];
    const policy = first.given.get("content-security-policy");
    expect(first.received["content-security-policy"]).toBe(policy);
    expect(policy).toMatch(/script-src 'self' 'nonce-[A-Za-z0-9+/]{22}==' 'strict-dynamic';/);
    expect(second.given.get("content-security-policy")).not.toBe(policy);
  });

  it("only style attributes may be inline; eval, framing and base elements are forbidden", async () => {
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

  it("a policy header sent by a client does not reach Next, which would use its nonce", async () => {
    const { received } = await visit("/", { "content-security-policy": "script-src 'nonce-mine'" });
    expect(received["content-security-policy"]).not.toContain("mine");
  });

  it("a page receives the public scheme", async () => {
    const { received } = await visit("/", {}, { authUrl: "https://takings.example" });
    expect(received["x-forwarded-proto"]).toBe("https");
  });

  it.each([
    ["/events?status=live&_rsc=1x2y", "/events?status=live"],
    ["/events?_rsc=1x2y", "/events"],
    ["/events?_rsc=1x2y&q=a", "/events?q=a"],
    ["/events", "/events"],
  ])("a page receives its path without _rsc: %s", async (path, typed) => {
    expect((await visit(path, { [REQUESTED_PATH]: "/forged" })).received[REQUESTED_PATH]).toBe(typed);
  });
});

describe("forwarded headers", () => {
  const forwarded = { "x-forwarded-for": "203.0.113.9, 198.51.100.7", "x-forwarded-host": "evil.example" };

  it("of a client are dropped", async () => {
    const { received } = await visit("/", forwarded);
    expect(received["x-forwarded-for"]).toBe("127.0.0.1");
    expect(received["x-forwarded-host"]).toBe(received.host);
  });

  it("of a trusted proxy are accepted, and earlier addresses ignored", async () => {
    const { received } = await visit("/", forwarded, { trustProxy: ["127.0.0.0/8"] });
    expect(received["x-forwarded-for"]).toBe("198.51.100.7");
    expect(received["x-forwarded-host"]).toBe("evil.example");
  });

  it("of two trusted proxies give the address before both", async () => {
    const { received } = await visit("/", forwarded, { trustProxy: ["127.0.0.0/8", "198.51.100.0/24"] });
    expect(received["x-forwarded-for"]).toBe("203.0.113.9");
  });

  it("with an invalid address are ignored, even from a trusted proxy", async () => {
    const { received } = await visit("/", { "x-forwarded-for": "unknown" }, { trustProxy: ["127.0.0.0/8"] });
    expect(received["x-forwarded-for"]).toBe("127.0.0.1");
  });
});
