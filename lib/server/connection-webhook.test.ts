/** Guarantee: the HTTP server serves the bank webhooks of connections itself, with the limits of the deployment's bank webhook. */
import { randomBytes } from "node:crypto";
import { afterEach, beforeEach, expect, it } from "vitest";
import * as connectionRoute from "@/app/api/webhooks/bank/[connection_id]/route";
import { newId } from "@/lib/core/ids";
import { useTestDatabase } from "@/lib/testing/database";
import { dial, openTestServer, respondWith } from "./fixture";
import type { HttpServer } from "./http-server";
import { classifyPath } from "./router";
import { api } from "./routes";

const NOMBA_LARGEST = 65_536;
const PATTERN = "/api/webhooks/bank/[connection_id]";

useTestDatabase();

let server: HttpServer;
let path: string;
beforeEach(async () => {
  server = await openTestServer({ routes: [{ path: PATTERN, handlers: connectionRoute }] });
  path = `/api/webhooks/bank/${newId("bankConnection")}`;
});
afterEach(() => server.close());

const signature = () => randomBytes(64).toString("hex");

it("the webhook of a connection is a route of the HTTP server, in any spelling of its path", () => {
  expect(api.routes.map((route) => route.path)).toContain(PATTERN);
  for (const spelling of [
    "/api/webhooks/bank/bnk_1",
    "//api/webhooks/bank/bnk_1",
    "/api/webhooks/%62ank/bnk_1",
  ])
    expect(classifyPath(spelling)).toBe("api");
  for (const page of ["/api/webhooks", "/api/dashboard/bank-connections", "/api/webhooks/bankrupt/1"])
    expect(classifyPath(page)).toBe("pages");
});

it("the webhook answers an unknown connection, a malformed id and an unsigned body with the same 401", async () => {
  const ask = async (target: string, headers: Record<string, string>) => {
    const answer = await fetch(`${server.url}${target}`, { method: "POST", body: "{}", headers });
    const { request_id: _, ...problem } = await answer.json();
    return { status: answer.status, challenge: answer.headers.get("www-authenticate"), problem };
  };
  const signed = { "x-paystack-signature": signature() };
  const answers = [
    await ask(path, signed),
    await ask("/api/webhooks/bank/bnk_paystack", signed),
    await ask("/api/webhooks/bank/x", signed),
    await ask(path, {}),
  ];
  expect(answers[0]).toMatchObject({ status: 401, problem: { code: "invalid_signature" } });
  expect(answers).toEqual(answers.map(() => answers[0]));
});

it("a body without signature headers is refused unread, and one over the bank's limit while it arrives", async () => {
  const head = `POST ${path} HTTP/1.1\r\nHost: a\r\n`;
  for (const header of ["", "X-Paystack-Signature: bogus\r\n", "Monnify-Signature: \r\n"]) {
    const line = dial(server.url, `${head}Content-Length: 1000000\r\n${header}\r\n`);
    expect(await line.until("\r\n\r\n")).toMatch(/^HTTP\/1\.1 401 /);
    line.socket.destroy();
  }
  const nomba = `${head}Nomba-Signature: ${"A".repeat(43)}=\r\n`;
  const announced = dial(server.url, `${nomba}Content-Length: ${NOMBA_LARGEST + 1}\r\n\r\n`);
  expect(await announced.until("\r\n\r\n")).toMatch(/^HTTP\/1\.1 413 /);
});

it("the webhook accepts bodies above the limit of other routes", async () => {
  const headers = { "x-paystack-signature": signature() };
  const answer = await fetch(`${server.url}${path}`, {
    method: "POST",
    body: "x".repeat(2 * 1024 * 1024),
    headers,
  });
  expect(answer.status).toBe(401);
});

it("the webhook uses the connections reserved for bank notifications", async () => {
  await server.close();
  server = await openTestServer({
    routes: [{ path: PATTERN, handlers: { POST: respondWith("bank") } }],
    limits: { maxConnections: 4, reservedConnections: 2, unauthenticatedPerAddress: 100 },
  });
  const waiting = Array.from({ length: 4 }, () => dial(server.url, "POST /login HTTP/1.1\r\nHost: a\r\n"));
  const line = dial(server.url, `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}`);
  expect(await line.until("\r\n\r\n")).toMatch(/^HTTP\/1\.1 200 /);
  for (const { socket } of waiting) socket.destroy();
});
