import { createServer, type Server } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import { afterEach, expect, test } from "vitest";
import { newId } from "@/lib/core/ids";
import { addressRule } from "@/lib/security/outbound-address";
import { nameResolver } from "@/lib/security/outbound-name";
import { newSigningSecret } from "@/lib/security/signing-secret";
import { attemptDelivery } from "./attempt";
import { type Connections, keepConnections } from "./connections";
import { describeFailure } from "./failure-message";
import { CERTIFICATE, CERTIFICATE_KEY } from "./testing/certificate";
import { startRawReceiver } from "./testing/raw-receiver";
import { startReceiver } from "./testing/receiver";

process.env.DATA_DIR = "/nonexistent/takings";

const books: Connections[] = [];
const servers: Server[] = [];
afterEach(async () => {
  for (const book of books.splice(0)) book.close();
  for (const server of servers.splice(0)) server.close();
});

const openBook = (mostAtRest?: number) => {
  const book = keepConnections(
    { mayDial: addressRule(["127.0.0.0/8"]), resolve: nameResolver() },
    mostAtRest,
  );
  books.push(book);
  return book;
};
const secrets = [newSigningSecret()];
const send = (url: string, connections: Connections) =>
  attemptDelivery({ id: newId("delivery"), url, body: "{}", secrets }, { connections, timeoutMs: 3_000 });
const ANSWER = "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok";

test("a connection rests between events, and as many as were needed at once", async () => {
  const receiver = await startReceiver();
  let connections = 0;
  receiver.server.on("connection", () => connections++);
  const book = openBook();
  for (let round = 0; round < 5; round++) {
    await Promise.all([send(receiver.url, book), send(receiver.url, book), send(receiver.url, book)]);
  }
  expect([connections, book.countAtRest()]).toEqual([3, 3]);
});

test("a connection that the receiver closes while it rests is let go of", async () => {
  const receiver = await startRawReceiver((socket) => socket.end(ANSWER));
  const book = openBook();
  expect(await send(`http://127.0.0.1:${receiver.port}/`, book)).toMatchObject({ ok: true });
  await expect.poll(book.countAtRest).toBe(0);
});

test("where a resting connection dies under an event, the event goes out again at once over a new one", async () => {
  const receiver = await startRawReceiver((socket, number) => {
    if (number === 2) socket.resetAndDestroy();
    else socket.write(ANSWER);
  });
  const book = openBook();
  const url = `http://127.0.0.1:${receiver.port}/`;
  expect(await send(url, book)).toMatchObject({ ok: true });
  expect(await send(url, book)).toMatchObject({ ok: true, error: undefined });
  expect([receiver.requests(), receiver.connections()]).toEqual([3, 2]);
});

test("a receiver that breaks off fresh connections, or one whose answer began, is not tried twice", async () => {
  const fresh = await startRawReceiver((socket) => socket.resetAndDestroy());
  const book = openBook();
  expect(await send(`http://127.0.0.1:${fresh.port}/`, book)).toMatchObject({ ok: false });
  expect(fresh.requests()).toBe(1);
  const begun = await startRawReceiver((socket, number) => {
    if (number === 1) socket.write(ANSWER);
    else socket.write("HTTP/1.1 200 OK\r\n", () => setTimeout(() => socket.resetAndDestroy(), 50));
  });
  const url = `http://127.0.0.1:${begun.port}/`;
  await send(url, book);
  expect(await send(url, book)).toMatchObject({ ok: false, error: "The receiver broke off the connection." });
  expect(begun.requests()).toBe(2);
});

test("a receiver that breaks off every connection is tried twice at most", async () => {
  const receiver = await startRawReceiver((socket, number) => {
    if (number === 1) socket.write(ANSWER);
    else socket.resetAndDestroy();
  });
  const book = openBook();
  const url = `http://127.0.0.1:${receiver.port}/`;
  await send(url, book);
  expect(await send(url, book)).toMatchObject({ ok: false, error: "The receiver broke off the connection." });
  expect(receiver.requests()).toBe(3);
});

test("over many receivers only so many connections rest, the last used ones", async () => {
  const book = openBook(4);
  const receivers = await Promise.all(Array.from({ length: 10 }, () => startReceiver()));
  const closed: number[] = [];
  for (const [index, { url, server }] of receivers.entries()) {
    server.on("connection", (socket: Socket) => void socket.on("close", () => closed.push(index)));
    expect(await send(url, book)).toMatchObject({ ok: true });
    expect(book.countAtRest()).toBeLessThanOrEqual(4);
  }
  await expect.poll(() => closed.length).toBe(6);
  expect(closed.sort()).toEqual([0, 1, 2, 3, 4, 5]);
});

test("a connection rests no longer than its receiver says", async () => {
  const receiver = await startReceiver((response) =>
    response.writeHead(200, { "keep-alive": "timeout=3" }).end("ok"),
  );
  const book = openBook();
  await send(receiver.url, book);
  expect(book.countAtRest()).toBe(1);
  await expect.poll(book.countAtRest, { timeout: 3_000 }).toBe(0);
});

test("what is wrong with a receiver's TLS is told in words", async () => {
  const listen = async (server: Server) => {
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return `https://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  };
  const answer = (_: unknown, response: import("node:http").ServerResponse) => void response.end();
  const selfSigned = await listen(createTlsServer({ cert: CERTIFICATE, key: CERTIFICATE_KEY }, answer));
  expect((await send(selfSigned, openBook())).error).toBe(
    "The receiver's TLS certificate is not signed by an authority that is trusted here.",
  );
  const plain = await listen(createServer(answer));
  expect((await send(plain, openBook())).error).toBe(
    "The receiver does not speak TLS as it must for https://.",
  );
  const coded = (code: string) => describeFailure(Object.assign(new Error("TLS"), { code }));
  expect(coded("CERT_HAS_EXPIRED")).toBe("The receiver's TLS certificate has expired.");
  expect(coded("ERR_TLS_CERT_ALTNAME_INVALID")).toBe("The receiver's TLS certificate is for another name.");
  expect(coded("CERT_REVOKED")).toBe(
    "The receiver's TLS certificate or handshake is not valid (CERT_REVOKED).",
  );
});
