import { createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { newId } from "@/lib/core/ids";
import { createAddressRule } from "@/lib/security/outbound/outbound-address";
import { createResolver } from "@/lib/security/outbound/outbound-resolver";
import { newSigningSecret } from "@/lib/security/signing-secret";
import { type Answer, isSignedBy, startReceiver } from "../testing/receiver";
import { attemptDelivery, type Sendable } from "./attempt";
import { createConnectionPool } from "./connection-pool";

process.env.DATA_DIR = "/nonexistent/takings";

const secret = newSigningSecret();
const BODY =
  '{"event":"transaction.received","data":{"sender_name":"Adaéze Ọlá ₦ \\u0041", "amount":"5000.00"}}';

function event(url: string, given: Partial<Sendable> = {}): Sendable {
  return { id: newId("delivery"), url, body: BODY, secrets: [secret], ...given };
}

async function answered(answer: Answer, timeoutMs = 2_000) {
  const receiver = await startReceiver(answer);
  return { receiver, attempt: await attemptDelivery(event(receiver.url), { timeoutMs }) };
}

test("a receiver gets the stored bytes as JSON, with the three headers and a valid signature", async () => {
  const receiver = await startReceiver();
  const sent = event(`${receiver.url}?token=a%20b`);
  const attempt = await attemptDelivery(sent);
  expect(attempt).toMatchObject({ ok: true, status: 200, error: undefined, isAborted: false });
  expect(attempt.excerpt?.toString()).toBe("ok");
  const [got] = receiver.received;
  expect(got).toMatchObject({ method: "POST", url: "/hook?token=a%20b", body: Buffer.from(BODY) });
  expect(got?.headers).toMatchObject({
    "content-type": "application/json",
    "user-agent": "Takings",
    "accept-encoding": "identity",
    "content-length": String(Buffer.byteLength(BODY)),
    "webhook-id": sent.id,
  });
  expect(Math.abs(Number(got?.headers["webhook-timestamp"]) - Date.now() / 1000)).toBeLessThan(3);
  expect(got && isSignedBy(got, [secret])).toBe(true);
});

test("an event has both signatures while a secret is being rotated", async () => {
  const receiver = await startReceiver();
  const secrets = [newSigningSecret(), secret];
  await attemptDelivery(event(receiver.url, { secrets }));
  expect(String(receiver.received[0]?.headers["webhook-signature"]).split(" ")).toHaveLength(2);
  expect(receiver.received[0] && isSignedBy(receiver.received[0], secrets)).toBe(true);
});

test.each([200, 201, 202, 204, 299])("%i is success", async (status) => {
  const { attempt } = await answered((response) => response.writeHead(status).end());
  expect(attempt).toMatchObject({ ok: true, status, error: undefined });
});

test.each([400, 401, 404, 410, 429, 500, 503])("%i is a failure", async (status) => {
  const { attempt } = await answered((response) => response.writeHead(status).end("no"));
  expect(attempt).toMatchObject({ ok: false, status, error: `The receiver answered ${status}.` });
  expect(attempt.excerpt?.toString()).toBe("no");
});

test.each([301, 302, 303, 307, 308])("a redirect by %i is a failure and is not followed", async (status) => {
  const other = await startReceiver();
  const { attempt } = await answered((response) => response.writeHead(status, { location: other.url }).end());
  expect(attempt).toMatchObject({ ok: false, status });
  expect(attempt.error).toContain("redirects are not followed");
  expect(other.received).toHaveLength(0);
});

test("an attempt ends at the time-out if the receiver never answers", async () => {
  const { attempt } = await answered(() => undefined, 300);
  expect(attempt).toMatchObject({
    ok: false,
    status: undefined,
    error: "No complete answer came within 0.3 s.",
  });
  expect(attempt.durationMs).toBeGreaterThanOrEqual(290);
  expect(attempt.durationMs).toBeLessThan(1_500);
});

test("the time-out covers a response body that arrives slowly", async () => {
  const { attempt } = await answered((response) => {
    response.writeHead(200);
    const timer = setInterval(() => response.write("."), 50);
    response.on("close", () => clearInterval(timer));
  }, 300);
  expect(attempt).toMatchObject({ ok: false, status: 200, error: "No complete answer came within 0.3 s." });
  expect(attempt.durationMs).toBeLessThan(1_500);
});

test("a connection closed before or during a response is a failure", async () => {
  const before = await answered((response) => response.socket?.resetAndDestroy());
  expect(before.attempt).toMatchObject({
    ok: false,
    status: undefined,
    error: "The receiver broke off the connection.",
  });
  const amid = await answered((response) => {
    response.writeHead(200, { "content-length": "100" });
    response.write("half", () => response.socket?.destroy());
  });
  expect(amid.attempt).toMatchObject({
    ok: false,
    status: 200,
    error: "The receiver broke off the connection.",
  });
});

test("a refused connection and an unknown name are described", async () => {
  const receiver = await startReceiver();
  await new Promise((resolve) => receiver.server.close(resolve));
  const refused = await attemptDelivery(event(receiver.url));
  expect(refused).toMatchObject({
    ok: false,
    status: undefined,
    error: "The receiver refused the connection.",
  });
  const unknown = await attemptDelivery(event("http://nowhere.invalid/hook"));
  expect(unknown.error).toBe("The receiver's host name could not be resolved.");
});

test("a response that is not HTTP is a failure", async () => {
  const server = createServer((socket) => socket.end("SSH-2.0-OpenSSH_9.2\r\n"));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const attempt = await attemptDelivery(
    event(`http://127.0.0.1:${typeof address === "object" && address?.port}/`),
  );
  server.close();
  expect(attempt).toMatchObject({ ok: false, error: "The receiver's answer was not HTTP." });
});

test("an endless response is cut off early and its status counts", async () => {
  let written = 0;
  const { attempt } = await answered((response) => {
    response.writeHead(200);
    const push = () => {
      while (!response.destroyed && response.write(Buffer.alloc(65_536, "x"))) written += 65_536;
    };
    response.on("drain", push);
    push();
  });
  expect(attempt).toMatchObject({ ok: true, status: 200 });
  expect(attempt.excerpt).toEqual(Buffer.alloc(1_024, "x"));
  const soFar = written;
  await sleep(100);
  expect(written - soFar).toBeLessThan(20_000_000);
});

test("endless headers are rejected", async () => {
  const { attempt } = await answered((response) => {
    for (let index = 0; index < 40; index++) response.setHeader(`x-${index}`, "y".repeat(1_000));
    response.end();
  });
  expect(attempt).toMatchObject({ ok: false, error: "The receiver's answer is too large." });
});

test("a compressed response is saved without decoding", async () => {
  const bomb = gzipSync(Buffer.alloc(400_000));
  const { attempt } = await answered((response) =>
    response.writeHead(200, { "content-encoding": "gzip" }).end(bomb),
  );
  expect(attempt.ok).toBe(true);
  expect(attempt.excerpt).toEqual(bomb.subarray(0, 1_024));
});

test("nothing is sent to an address that is not allowed, and the error says so", async () => {
  const receiver = await startReceiver();
  const connections = createConnectionPool({
    isAddressAllowed: createAddressRule([]),
    resolve: createResolver(),
  });
  for (const host of ["127.0.0.1", "localhost", "[::ffff:127.0.0.1]"]) {
    const attempt = await attemptDelivery(event(`http://${host}:${receiver.port}/`), { connections });
    expect(attempt).toMatchObject({ ok: false, status: undefined });
    expect(attempt.error).toBe(
      "The address leads to a private or reserved range, where events are not sent.",
    );
  }
  const literal = await attemptDelivery(event("http://10.0.0.1/"));
  expect(literal.error).toBe("Not sent: the address must not be a private or reserved address.");
  expect(receiver.received).toHaveLength(0);
});

test("an event is not sent without a signature", async () => {
  const receiver = await startReceiver();
  const attempt = await attemptDelivery(event(receiver.url, { secrets: [] }));
  expect(attempt).toMatchObject({
    ok: false,
    error: "Not sent: there is no signing secret that can be read.",
  });
  expect(receiver.received).toHaveLength(0);
});

test("Retry-After is read in seconds and as a date", async () => {
  const bySeconds = await answered((response) => response.writeHead(503, { "retry-after": "7" }).end());
  expect(bySeconds.attempt.retryAfterMs).toBe(7_000);
  const date = new Date(Date.now() + 60_000).toUTCString();
  const byDate = await answered((response) => response.writeHead(429, { "retry-after": date }).end());
  expect(byDate.attempt.retryAfterMs).toBeGreaterThan(55_000);
  expect(byDate.attempt.retryAfterMs).toBeLessThanOrEqual(60_000);
  const inNoForm = await answered((response) => response.writeHead(503, { "retry-after": "soon" }).end());
  expect(inNoForm.attempt.retryAfterMs).toBeUndefined();
});

test("a stopping service aborts an attempt, which is not counted as the receiver's failure", async () => {
  const receiver = await startReceiver(() => undefined);
  const stopping = new AbortController();
  setTimeout(() => stopping.abort(), 100);
  const attempt = await attemptDelivery(event(receiver.url), { abort: stopping });
  expect(attempt).toMatchObject({ ok: false, isAborted: true });
  const late = await attemptDelivery(event(receiver.url), { abort: stopping });
  expect(late).toMatchObject({ ok: false, isAborted: true });
  expect(receiver.received).toHaveLength(1);
});

test("events to one receiver reuse connections", async () => {
  let connections = 0;
  const receiver = await startReceiver();
  receiver.server.on("connection", () => connections++);
  for (let index = 0; index < 10; index++) await attemptDelivery(event(receiver.url));
  expect(connections).toBeLessThanOrEqual(2);
});
