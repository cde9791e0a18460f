import { createServer, type Server } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import { afterEach, expect, test } from "vitest";
import { newId } from "@/lib/core/ids";
import { createAddressRule } from "@/lib/security/outbound/outbound-address";
import { createResolver } from "@/lib/security/outbound/outbound-resolver";
import { newSigningSecret } from "@/lib/security/signing-secret";
import { CERTIFICATE, CERTIFICATE_KEY } from "../testing/certificate";
import { startRawReceiver } from "../testing/raw-receiver";
import { startReceiver } from "../testing/receiver";
import { attemptDelivery } from "./attempt";
import { type ConnectionPool, createConnectionPool } from "./connection-pool";
import { describeFailure } from "./failure-message";

process.env.DATA_DIR = "/nonexistent/takings";

const pools: ConnectionPool[] = [];
const servers: Server[] = [];
afterEach(async () => {
  for (const pool of pools.splice(0)) pool.closeIdle();
  for (const server of servers.splice(0)) server.close();
});

const openPool = (maxIdle?: number) => {
  const pool = createConnectionPool(
    { isAddressAllowed: createAddressRule(["127.0.0.0/8"]), resolve: createResolver() },
    maxIdle,
  );
  pools.push(pool);
  return pool;
};
const secrets = [newSigningSecret()];
const send = (url: string, connections: ConnectionPool) =>
  attemptDelivery({ id: newId("delivery"), url, body: "{}", secrets }, { connections, timeoutMs: 3_000 });
const ANSWER = "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok";

test("connections stay open between events, as many as were used concurrently", async () => {
  const receiver = await startReceiver();
  let connections = 0;
  receiver.server.on("connection", () => connections++);
  const pool = openPool();
  for (let round = 0; round < 5; round++) {
    await Promise.all([send(receiver.url, pool), send(receiver.url, pool), send(receiver.url, pool)]);
  }
  expect([connections, pool.countIdle()]).toEqual([3, 3]);
});

test("an idle connection that the receiver closes is removed", async () => {
  const receiver = await startRawReceiver((socket) => socket.end(ANSWER));
  const pool = openPool();
  expect(await send(`http://127.0.0.1:${receiver.port}/`, pool)).toMatchObject({ ok: true });
  await expect.poll(pool.countIdle).toBe(0);
});

test("when an idle connection dies at reuse, the event is sent again at once over a new one", async () => {
  const receiver = await startRawReceiver((socket, number) => {
    if (number === 2) socket.resetAndDestroy();
    else socket.write(ANSWER);
  });
  const pool = openPool();
  const url = `http://127.0.0.1:${receiver.port}/`;
  expect(await send(url, pool)).toMatchObject({ ok: true });
  expect(await send(url, pool)).toMatchObject({ ok: true, error: undefined });
  expect([receiver.requests(), receiver.connections()]).toEqual([3, 2]);
});

test("an event is not sent twice after a new connection or a started response breaks off", async () => {
  const fresh = await startRawReceiver((socket) => socket.resetAndDestroy());
  const pool = openPool();
  expect(await send(`http://127.0.0.1:${fresh.port}/`, pool)).toMatchObject({ ok: false });
  expect(fresh.requests()).toBe(1);
  const begun = await startRawReceiver((socket, number) => {
    if (number === 1) socket.write(ANSWER);
    else socket.write("HTTP/1.1 200 OK\r\n", () => setTimeout(() => socket.resetAndDestroy(), 50));
  });
  const url = `http://127.0.0.1:${begun.port}/`;
  await send(url, pool);
  expect(await send(url, pool)).toMatchObject({ ok: false, error: "The receiver broke off the connection." });
  expect(begun.requests()).toBe(2);
});

test("at most two connections are tried per attempt", async () => {
  const receiver = await startRawReceiver((socket, number) => {
    if (number === 1) socket.write(ANSWER);
    else socket.resetAndDestroy();
  });
  const pool = openPool();
  const url = `http://127.0.0.1:${receiver.port}/`;
  await send(url, pool);
  expect(await send(url, pool)).toMatchObject({ ok: false, error: "The receiver broke off the connection." });
  expect(receiver.requests()).toBe(3);
});

test("the pool keeps a limited number of idle connections, the most recently used", async () => {
  const pool = openPool(4);
  const receivers = await Promise.all(Array.from({ length: 10 }, () => startReceiver()));
  const closed: number[] = [];
  for (const [index, { url, server }] of receivers.entries()) {
    server.on("connection", (socket: Socket) => void socket.on("close", () => closed.push(index)));
    expect(await send(url, pool)).toMatchObject({ ok: true });
    expect(pool.countIdle()).toBeLessThanOrEqual(4);
  }
  await expect.poll(() => closed.length).toBe(6);
  expect(closed.sort()).toEqual([0, 1, 2, 3, 4, 5]);
});

test("a connection is idle no longer than the receiver's Keep-Alive time-out", async () => {
  const receiver = await startReceiver((response) =>
    response.writeHead(200, { "keep-alive": "timeout=3" }).end("ok"),
  );
  const pool = openPool();
  await send(receiver.url, pool);
  expect(pool.countIdle()).toBe(1);
  await expect.poll(pool.countIdle, { timeout: 3_000 }).toBe(0);
});

test("TLS errors are described", async () => {
  const listen = async (server: Server) => {
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return `https://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  };
  const answer = (_: unknown, response: import("node:http").ServerResponse) => void response.end();
  const selfSigned = await listen(createTlsServer({ cert: CERTIFICATE, key: CERTIFICATE_KEY }, answer));
  expect((await send(selfSigned, openPool())).error).toBe(
    "The receiver's TLS certificate is not signed by an authority that is trusted here.",
  );
  const plain = await listen(createServer(answer));
  expect((await send(plain, openPool())).error).toBe(
    "The receiver does not speak TLS as it must for https://.",
  );
  const coded = (code: string) => describeFailure(Object.assign(new Error("TLS"), { code }));
  expect(coded("CERT_HAS_EXPIRED")).toBe("The receiver's TLS certificate has expired.");
  expect(coded("ERR_TLS_CERT_ALTNAME_INVALID")).toBe("The receiver's TLS certificate is for another name.");
  expect(coded("CERT_REVOKED")).toBe(
    "The receiver's TLS certificate or handshake is not valid (CERT_REVOKED).",
  );
});
