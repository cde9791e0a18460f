import { randomBytes } from "node:crypto";
import type { Socket } from "node:net";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
import { newId } from "@/lib/core/ids";
import { createAddressRule } from "@/lib/security/outbound/outbound-address";
import { createResolver } from "@/lib/security/outbound/outbound-resolver";
import { newSigningSecret } from "@/lib/security/signing-secret";
import { attemptDelivery } from "./attempts/attempt";
import { type Connection, createConnectionPool } from "./attempts/connection-pool";
import { type Behaviour, drip, flood, startRawReceiver } from "./testing/raw-receiver";

process.env.DATA_DIR = "/nonexistent/takings";

const TIMEOUT_MS = 2_000;
const secrets = [newSigningSecret()];

/** Creates a pool like the service's that records each connection it hands out. */
function createRecordingPool() {
  const connections = createConnectionPool({
    isAddressAllowed: createAddressRule(["127.0.0.0/8"]),
    resolve: createResolver(),
  });
  const taken: Connection[] = [];
  const acquire: typeof connections.acquire = (...given) => {
    const connection = connections.acquire(...given);
    taken.push(connection);
    return connection;
  };
  return { ...connections, acquire, taken };
}

const send = (
  port: number | undefined,
  connections = createRecordingPool(),
  scheme = "http",
  timeoutMs = TIMEOUT_MS,
) =>
  attemptDelivery(
    { id: newId("delivery"), url: `${scheme}://127.0.0.1:${port}/`, body: '{"a":1}', secrets },
    { timeoutMs, connections },
  );

const HEAD = "HTTP/1.1 200 OK\r\n";
const BLOCK = "x".repeat(65_536);
const BOMB = gzipSync(Buffer.alloc(50_000_000));
const reply = (text: string | Buffer) => (socket: Socket) => void socket.write(text);
const then =
  (text: string, next: (socket: Socket) => void): Behaviour =>
  (socket) => {
    socket.write(text);
    next(socket);
  };

const TIMED_OUT = "No complete answer came within 2 s.";
const BROKEN_OFF = "The receiver broke off the connection.";
const NOT_HTTP = "The receiver's answer was not HTTP.";
const WRONG_LENGTH = "The receiver's answer is not as long as it says.";
const TOO_LARGE = "The receiver's answer is too large.";

const HOSTILE: [string, Behaviour, { ok: boolean; status?: number; error?: string }][] = [
  ["sends nothing", () => undefined, { ok: false, error: TIMED_OUT }],
  ["drips its head", then(`${HEAD}x: `, (socket) => drip(socket, "y")), { ok: false, error: TIMED_OUT }],
  [
    "sends its body slowly",
    then(`${HEAD}\r\n`, (socket) => drip(socket, "y")),
    { ok: false, status: 200, error: TIMED_OUT },
  ],
  ["sends a body without end", then(`${HEAD}\r\n`, (socket) => flood(socket, BLOCK)), { ok: true }],
  [
    "sends endless chunks",
    then(`${HEAD}transfer-encoding: chunked\r\n\r\n`, (socket) => flood(socket, `10000\r\n${BLOCK}\r\n`)),
    { ok: true },
  ],
  [
    "announces and sends 1 GB",
    then(`${HEAD}content-length: 1073741824\r\n\r\n`, (socket) => flood(socket, BLOCK)),
    { ok: true },
  ],
  [
    "sends a compressed bomb",
    then(`${HEAD}content-encoding: gzip\r\ncontent-length: ${BOMB.length}\r\n\r\n`, reply(BOMB)),
    { ok: true },
  ],
  [
    "declares random bytes as brotli",
    then(`${HEAD}content-encoding: br\r\n\r\n`, (socket) => socket.end(randomBytes(4_000))),
    { ok: true },
  ],
  [
    "sends 10 MB of headers",
    then(`${HEAD}x: `, reply("y".repeat(10_000_000))),
    { ok: false, error: TOO_LARGE },
  ],
  [
    "sends endless headers",
    then(HEAD, (socket) => flood(socket, "x: y\r\n".repeat(1_000))),
    { ok: false, error: TOO_LARGE },
  ],
  [
    "sends an endless status line",
    then("HTTP/1.1 200 ", (socket) => flood(socket, BLOCK)),
    { ok: false, error: TOO_LARGE },
  ],
  [
    "sends endless interim responses",
    (socket) => flood(socket, "HTTP/1.1 103 Early Hints\r\nlink: <a>\r\n\r\n".repeat(1_000)),
    { ok: false, error: TOO_LARGE },
  ],
  ["sends 100 Continue unasked", reply("HTTP/1.1 100 Continue\r\n\r\n"), { ok: false, error: NOT_HTTP }],
  [
    "sends an endless chunk extension",
    then(`${HEAD}transfer-encoding: chunked\r\n\r\n1;`, (socket) => flood(socket, BLOCK)),
    { ok: false, status: 200, error: TOO_LARGE },
  ],
  [
    "sends endless trailers",
    then(`${HEAD}transfer-encoding: chunked\r\n\r\n0\r\n`, (socket) =>
      flood(socket, "x: y\r\n".repeat(1_000)),
    ),
    { ok: false, status: 200, error: TOO_LARGE },
  ],
  ["sends more than it announced", reply(`${HEAD}content-length: 2\r\n\r\nok${BLOCK}`), { ok: true }],
  [
    "sends less than it announced",
    (socket) => socket.end(`${HEAD}content-length: 9\r\n\r\nok`),
    { ok: false, status: 200, error: BROKEN_OFF },
  ],
  [
    "announces two lengths",
    reply(`${HEAD}content-length: 2\r\ncontent-length: 3\r\n\r\nok`),
    { ok: false, error: WRONG_LENGTH },
  ],
  [
    "announces a length and chunked encoding",
    reply(`${HEAD}content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`),
    { ok: false, error: WRONG_LENGTH },
  ],
  ["answers as HTTP/0.9 did", (socket) => socket.end("<html>ok</html>"), { ok: false, error: NOT_HTTP }],
  ["answers in HTTP/2", reply(Buffer.from([0, 0, 0, 4, 0, 0, 0, 0, 0])), { ok: false, error: NOT_HTTP }],
  ["answers as another protocol", reply("SSH-2.0-OpenSSH_9.2\r\n"), { ok: false, error: NOT_HTTP }],
  [
    "switches to another protocol",
    reply("HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n"),
    { ok: false, error: "The receiver's answer went over to another protocol." },
  ],
  ["hangs up", (socket) => void socket.end(), { ok: false, error: BROKEN_OFF }],
  [
    "resets instead of responding",
    (socket) => void socket.resetAndDestroy(),
    { ok: false, error: BROKEN_OFF },
  ],
  [
    "resets in the middle of its head",
    (socket) => void socket.write(HEAD, () => socket.resetAndDestroy()),
    { ok: false, error: BROKEN_OFF },
  ],
  [
    "resets in the middle of its body",
    (socket) =>
      void socket.write(`${HEAD}content-length: 9\r\n\r\nok`, () =>
        setTimeout(() => socket.resetAndDestroy(), 50),
      ),
    { ok: false, status: 200, error: BROKEN_OFF },
  ],
];

test.each(HOSTILE)(
  "an attempt at a receiver that %s ends in time and reads little",
  async (_, behave, expected) => {
    const receiver = await startRawReceiver(behave);
    const connections = createRecordingPool();
    const attempts = await Promise.all(Array.from({ length: 4 }, () => send(receiver.port, connections)));
    for (const attempt of attempts) {
      expect(attempt).toMatchObject({ status: expected.ok ? 200 : expected.status, ...expected });
      expect(attempt.durationMs).toBeLessThan(TIMEOUT_MS + 1_000);
      expect(attempt.excerpt?.length ?? 0).toBeLessThanOrEqual(1_024);
    }
    await expect.poll(receiver.stillOpen, { timeout: 2_000 }).toBe(0);
    expect(connections.taken).toHaveLength(4);
    for (const { socket } of connections.taken) expect(socket?.bytesRead).toBeLessThan(400_000);
  },
);

test("an attempt at a receiver that accepts and never starts TLS ends in time", async () => {
  const receiver = await startRawReceiver(() => undefined);
  const attempt = await send(receiver.port, undefined, "https");
  expect(attempt).toMatchObject({ ok: false, error: "No connection came within 2 s." });
  await expect.poll(receiver.stillOpen).toBe(0);
});

test("a limited number of interim responses is accepted", async () => {
  const hint = "HTTP/1.1 103 Early Hints\r\nlink: <a>\r\n\r\n";
  const receiver = await startRawReceiver((socket, number) => {
    socket.write(`${hint.repeat(15 + number)}${HEAD}content-length: 2\r\n\r\nok`);
  });
  expect(await send(receiver.port)).toMatchObject({ ok: true });
  expect(await send(receiver.port)).toMatchObject({ ok: false, status: undefined, error: TOO_LARGE });
});

test("an unsolicited second response is not attributed to the next event", async () => {
  const answer = (status: string, text: string) =>
    `HTTP/1.1 ${status}\r\ncontent-length: ${text.length}\r\n\r\n${text}`;
  const receiver = await startRawReceiver((socket, number) => {
    if (number === 1) socket.write(answer("200 OK", "one") + answer("200 OK", "two"));
    else socket.write(answer("500 No", "no"));
  });
  const connections = createRecordingPool();
  expect(await send(receiver.port, connections)).toMatchObject({ ok: true, excerpt: Buffer.from("one") });
  expect(await send(receiver.port, connections)).toMatchObject({ ok: false, status: 500 });
});

test("an attempt ends and the service continues after any response bytes", { timeout: 30_000 }, async () => {
  const whole = Buffer.from(
    `${HEAD}content-type: text/plain\r\ntransfer-encoding: chunked\r\n\r\n2\r\nok\r\n0\r\nx: y\r\n\r\n${HEAD}content-length: 2\r\n\r\nok`,
  );
  let next: { bytes: Buffer; cutAt: number } = { bytes: whole, cutAt: 0 };
  const receiver = await startRawReceiver((socket) => {
    socket.write(next.bytes.subarray(0, next.cutAt));
    setImmediate(() => socket.end(next.bytes.subarray(next.cutAt)));
  });
  const connections = createRecordingPool();
  const change = fc.record({
    at: fc.nat(whole.length - 1),
    to: fc.uint8Array({ minLength: 0, maxLength: 3 }),
  });
  const mutated = fc.tuple(fc.array(change, { maxLength: 4 }), fc.nat(whole.length));
  await fc.assert(
    fc.asyncProperty(mutated, async ([changes, cutAt]) => {
      const bytes = changes.reduce(
        (given, { at, to }) => Buffer.concat([given.subarray(0, at), to, given.subarray(at + 1)]),
        whole,
      );
      next = { bytes, cutAt };
      const attempt = await send(receiver.port, connections, "http", 200);
      expect(attempt.ok || attempt.error !== undefined).toBe(true);
      expect(attempt.durationMs).toBeLessThan(TIMEOUT_MS + 1_000);
    }),
    { numRuns: 300, seed: 20_261_121 },
  );
});
