/**
 * Guarantee: idle clients, clients that do not read and many clients of one address cannot block bank notifications.
 */
import { connect, type Socket } from "node:net";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createRandom } from "@/lib/bank/testing/random";
import { createGate, dial, openTestServer, type RawConnection, respondWith } from "../fixture";
import type { HttpServer } from "../http-server";
import { createClientAddresses } from "./client-address";

let server: HttpServer;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.removeAllListeners("close").destroy();
  await server.close();
});

const BANK = "POST /v1/webhooks/bank HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}";
const GET = "GET /v1/things HTTP/1.1\r\nHost: a\r\n\r\n";
const PAGE = "GET /login HTTP/1.1\r\nHost: a\r\n\r\n";
const SEED = 20_261_123;
const LARGE = Buffer.alloc(8_000_000, "x");
const things = { path: "/v1/things", handlers: { GET: respondWith("things") } };
const bank = { path: "/v1/webhooks/bank", handlers: { POST: respondWith("bank") } };

const open = async (given: NonNullable<Parameters<typeof openTestServer>[0]>) => {
  server = await openTestServer({ ...given, routes: [things, bank, ...(given.routes ?? [])] });
  return server.url;
};
const pages = {
  handle: async (_: unknown, outgoing: import("node:http").ServerResponse) => void outgoing.end(LARGE),
};

/** Connects from an address of this machine and reads nothing unless asked to. */
function dialFrom(url: string, localAddress: string, bytes: string): Socket {
  const socket = connect({ port: Number(new URL(url).port), host: "127.0.0.1", localAddress });
  socket.pause().on("error", () => undefined);
  if (bytes) socket.write(bytes);
  sockets.push(socket);
  return socket;
}

const isOpen = ({ socket }: RawConnection) => !socket.destroyed;

describe("a server at its connection limit", () => {
  it("serves bank notifications while clients of many addresses stall, idle and reconnect", async () => {
    const url = await open({
      pages,
      limits: {
        maxConnections: 64,
        reservedConnections: 8,
        unauthenticatedPerAddress: 8,
        stalledAfterMs: 100,
        drainWindowMs: 1_500,
      },
    });
    const kept = dial(url, BANK);
    await kept.until('"bank"');
    const attacks = [PAGE, PAGE, PAGE, "", "GET /login HT", "POST /v1/webhooks/bank HTTP/1.1\r\nHost: a\r\n"];
    let started = 0;
    const attack = (index: number) => {
      const bytes = createRandom(SEED, started++).pick(attacks);
      const socket = dialFrom(url, `127.0.0.${2 + (index % 16)}`, bytes);
      socket.on("close", () => setTimeout(attack, 200, index));
    };
    for (let index = 0; index < 96; index++) attack(index);
    for (let turn = 0; turn < 60; turn++) {
      const line = turn % 3 === 0 ? kept : dial(url);
      const before = line.received().length;
      line.socket.write(BANK);
      await expect
        .poll(() => line.received().slice(before), { interval: 5, timeout: 5_000 })
        .toMatch(/^HTTP\/1\.1 200 .*"bank"/s);
      if (line !== kept) line.socket.destroy();
    }
    expect(isOpen(kept)).toBe(true);
  }, 30_000);

  it("uses its reserved connections only for bank notifications if no connection may be closed", async () => {
    const { handler, open: letThrough } = createGate();
    let served = 0;
    const slow = (...given: Parameters<typeof handler>) => {
      served++;
      return handler(...given);
    };
    const url = await open({
      routes: [{ path: "/v1/slow", handlers: { GET: slow } }],
      limits: { maxConnections: 8, reservedConnections: 2, unauthenticatedPerAddress: 100 },
    });
    const lines = Array.from({ length: 8 }, () => dial(url, "GET /v1/slow HTTP/1.1\r\nHost: a\r\n\r\n"));
    await expect.poll(() => served).toBe(8);
    const refused = await dial(url, GET).closed;
    expect(refused).toMatch(/^HTTP\/1\.1 503 .*retry-after: 1/is);
    expect(await dial(url, BANK).until('"bank"')).toMatch(/^HTTP\/1\.1 200 /);
    letThrough();
    for (const line of lines) await line.until("let through");
  });
});

describe("a client that reads", () => {
  it("nothing is closed, even in the middle of a large chunk", async () => {
    const url = await open({ pages, limits: { drainWindowMs: 300, stalledAfterMs: 100 } });
    const socket = dialFrom(url, "127.0.0.2", PAGE);
    await new Promise((resolve) => socket.once("connect", resolve));
    // A socket that is not read does not detect its end, so the server's connections are counted.
    await expect.poll(() => server.connectionCount(), { timeout: 5_000 }).toBe(0);
  });

  it("slowly but steadily is not closed", async () => {
    const url = await open({
      pages,
      limits: { drainWindowMs: 300, stalledAfterMs: 100, minDrainBytesPerSecond: 100_000 },
    });
    const socket = dialFrom(url, "127.0.0.2", PAGE);
    let taken = 0;
    await new Promise<void>((resolve, reject) => {
      const timer = setInterval(() => {
        const piece: Buffer | null = socket.read(Math.min(400_000, socket.readableLength)) ?? socket.read();
        taken += piece?.length ?? 0;
        if (taken < LARGE.length) return;
        clearInterval(timer);
        resolve();
      }, 20);
      socket.once("close", () => reject(new Error(`closed after ${taken} bytes`)));
    });
    expect(taken).toBeGreaterThan(LARGE.length);
  }, 20_000);
});

describe("under pressure", () => {
  const limits = { maxConnections: 40, reservedConnections: 4, unauthenticatedPerAddress: 6 };

  it("an address over its limit of unauthenticated connections loses its own oldest one", async () => {
    const url = await open({ limits });
    const others = Array.from({ length: 20 }, (_, index) => dialFrom(url, `127.0.1.${index + 1}`, ""));
    await expect.poll(() => server.connectionCount()).toBe(20);
    const own = Array.from({ length: 10 }, () => dial(url));
    await expect.poll(() => own.filter(isOpen).length).toBe(6);
    expect(own.slice(4).every(isOpen)).toBe(true);
    expect(others.every(({ destroyed }) => !destroyed)).toBe(true);
    await expect.poll(() => server.connectionCount()).toBe(26);
  });

  it("authenticated connections of one address are not limited", async () => {
    const url = await open({ limits: { ...limits, maxConnections: 60 } });
    const phones: RawConnection[] = [];
    for (let phone = 0; phone < 50; phone++) {
      const line = dial(url, GET);
      await line.until('"things"');
      phones.push(line);
    }
    expect(phones.every(isOpen)).toBe(true);
  });

  it("a client behind a trusted proxy is limited in its requests in flight by its forwarded address, parsed once per request", async () => {
    const { handler, open: letThrough } = createGate();
    let served = 0;
    const slow = (...given: Parameters<typeof handler>) => {
      served++;
      return handler(...given);
    };
    const addresses = createClientAddresses(["127.0.0.0/8"]);
    const addressOf = vi.spyOn(addresses, "of");
    const url = await open({
      routes: [{ path: "/v1/slow", handlers: { GET: slow } }],
      limits,
      addresses,
    });
    const sendFrom = (client: string) =>
      dial(url, `GET /v1/slow HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: ${client}\r\n\r\n`);
    for (let client = 0; client < 20; client++) sendFrom(`198.51.100.${client}`);
    await expect.poll(() => served).toBe(20);
    const own = Array.from({ length: 8 }, () => sendFrom("203.0.113.7"));
    await expect.poll(() => served).toBe(26);
    await expect.poll(() => own.filter((line) => line.received().startsWith("HTTP/1.1 503")).length).toBe(2);
    const other = sendFrom("203.0.113.8");
    await expect.poll(() => served).toBe(27);
    const parsed = addressOf.mock.calls.map(([request]) => request);
    expect(parsed).toHaveLength(new Set(parsed).size);
    letThrough();
    await other.until("let through");
  });
});
