import { createHmac } from "node:crypto";
import { afterEach, beforeEach, expect, it } from "vitest";
import * as sessionsRoute from "@/app/v1/sessions/route";
import * as bankRoute from "@/app/v1/webhooks/bank/route";
import { getProvider, verifyingSecret } from "@/lib/bank";
import { readFixture, SAMPLE } from "@/lib/bank/testing/notifications";
import { systemDb } from "@/lib/db/client";
import { useTestDatabase } from "@/lib/testing/database";
import { dial, openTestServer } from "./fixture";
import type { HttpServer } from "./http-server";

const MIB = 1024 * 1024;
const LARGEST = 16 * MIB;
const NOMBA_LARGEST = 65_536;
const PATH = "/v1/webhooks/bank";

useTestDatabase();

let server: HttpServer;
beforeEach(async () => {
  server = await openTestServer({
    routes: [
      { path: PATH, handlers: bankRoute },
      { path: "/v1/sessions", handlers: { POST: sessionsRoute.POST } },
    ],
  });
});
afterEach(() => server.close());

const secretOf = (name: "monnify" | "nomba") => verifyingSecret(name, "test") ?? "";
const signedByMonnify = (body: string) => ({
  body,
  headers: { "monnify-signature": createHmac("sha512", secretOf("monnify")).update(body).digest("hex") },
});
const post = async ({ body, headers }: { body: string; headers: Record<string, string> }) =>
  (await fetch(`${server.url}${PATH}`, { method: "POST", body, headers })).status;
const countStored = async () => {
  const [result] = await systemDb().sql<{ rows: number }[]>`
    select (select count(*) from bank_notifications)::int + (select count(*) from payment_identities)::int as rows`;
  return result?.rows;
};

/** Returns a settlement in Monnify's documented format with this many transactions. */
function settlementOf(lines: number): string {
  const notification = JSON.parse(readFixture("monnify", "settlement").toString());
  const [line] = notification.eventData.transactions;
  notification.eventData.transactions = Array.from({ length: lines }, (_, index) => ({
    ...line,
    transactionReference: `MNFY|26|20211111142601|${String(index).padStart(6, "0")}`,
  }));
  return JSON.stringify(notification);
}

it("a Monnify settlement of 2,500 transactions is accepted and stored", async () => {
  const settlement = signedByMonnify(settlementOf(2_500));
  expect(settlement.body.length).toBeGreaterThan(MIB);
  expect(await post(settlement)).toBe(200);
  const stored = await systemDb().sql<
    { size: number }[]
  >`select length(body) as size from bank_notifications`;
  expect(stored).toEqual([{ size: settlement.body.length }]);
});

it("a notification of 16 MiB is accepted; one byte more gets 413 and is not stored", async () => {
  const padded = (length: number) => signedByMonnify(JSON.stringify({ eventType: "UNKNOWN" }).padEnd(length));
  expect(await post(padded(LARGEST))).toBe(200);
  const before = await countStored();
  expect(await post(padded(LARGEST + 1))).toBe(413);
  expect(await countStored()).toBe(before);
});

it("a Nomba notification of 64 KiB is accepted; one byte more gets 413 while it arrives", async () => {
  const { headers, body } = getProvider("nomba").compose(SAMPLE, secretOf("nomba"));
  const before = (await countStored()) ?? 0;
  expect(await post({ headers, body: body.padEnd(NOMBA_LARGEST + 1) })).toBe(413);
  expect(await countStored()).toBe(before);
  expect(await post({ headers, body: body.padEnd(NOMBA_LARGEST) })).toBe(200);
  expect(await countStored()).toBeGreaterThan(before);

  const head = `POST ${PATH} HTTP/1.1\r\nHost: a\r\nNomba-Signature: ${"A".repeat(43)}=\r\n`;
  const announced = dial(server.url, `${head}Content-Length: ${NOMBA_LARGEST + 1}\r\n\r\n`);
  expect(await announced.until("\r\n\r\n")).toMatch(/^HTTP\/1\.1 413 /);
  const chunk = "x".repeat(NOMBA_LARGEST + 1);
  const chunked = dial(server.url, `${head}Transfer-Encoding: chunked\r\n\r\n10001\r\n${chunk}`);
  expect(await chunked.until("\r\n\r\n")).toMatch(/^HTTP\/1\.1 413 /);
});

it("a large notification with a wrong signature gets 401 and is not stored", async () => {
  const before = await countStored();
  const { body } = signedByMonnify(settlementOf(2_500));
  expect(await post({ body, headers: { "monnify-signature": "0".repeat(128) } })).toBe(401);
  expect(await post({ body, headers: {} })).toBe(401);
  expect(await countStored()).toBe(before);
});

it("a body without a usable signature header is refused unread", async () => {
  const head = `POST ${PATH} HTTP/1.1\r\nHost: a\r\nContent-Length: ${LARGEST}\r\n`;
  for (const header of ["", "X-Paystack-Signature: bogus\r\n", "Monnify-Signature: \r\n"]) {
    const line = dial(server.url, `${head}${header}\r\n`);
    expect(await line.until("\r\n\r\n")).toMatch(/^HTTP\/1\.1 401 /);
    line.socket.destroy();
  }
});

it("all other routes answer 413 to a body over 1 MiB, whatever its headers", async () => {
  const headers = { "content-type": "application/json", "monnify-signature": "x" };
  const body = JSON.stringify({ name: "x".repeat(MIB) });
  const answer = await fetch(`${server.url}/v1/sessions`, { method: "POST", body, headers });
  expect(answer.status).toBe(413);
  expect((await answer.json()).detail).toContain(String(MIB));
});
