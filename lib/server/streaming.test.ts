import { connect } from "node:net";
import { afterEach, expect, test } from "vitest";
import { jsonResponse } from "@/lib/http/response/envelope";
import { createGate, dial, openTestServer } from "./fixture";
import type { HttpServer } from "./http-server";

let server: HttpServer;
afterEach(() => server.close());

const CHUNK_BYTES = 65_536;
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Creates a response of `count` chunks that counts the produced ones; `ended` resolves when the generator has ended.
 */
function chunkedResponse(count: number) {
  const progress = { produced: 0 };
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  async function* produce() {
    try {
      for (; progress.produced < count; progress.produced++) yield "x".repeat(CHUNK_BYTES);
    } finally {
      end();
    }
  }
  const handler = async () => jsonResponse(200, produce(), "req_test");
  return { progress, ended, routes: [{ path: "/v1/rows", handlers: { GET: handler } }] };
}

const GET = "GET /v1/rows HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";

test("a response is produced only as fast as a slow client reads, and arrives completely", async () => {
  const { progress, routes } = chunkedResponse(1_000);
  server = await openTestServer({ routes });
  const line = dial(server.url, GET);
  line.socket.pause();
  await expect.poll(() => progress.produced).toBeGreaterThan(0);
  for (let before = -1; before < progress.produced; await wait(150)) before = progress.produced;
  expect(progress.produced).toBeLessThan(300);
  line.socket.resume();
  const answer = await line.closed;
  expect(answer.length).toBeGreaterThan(1_000 * CHUNK_BYTES);
  expect(answer.endsWith("\r\n0\r\n\r\n")).toBe(true);
});

test("a client that reads nothing for too long is disconnected, and its response is no longer produced", async () => {
  const { progress, ended, routes } = chunkedResponse(1_000_000);
  server = await openTestServer({ routes, limits: { stallTimeoutMs: 200 } });
  const line = dial(server.url, GET);
  line.socket.pause();
  await ended;
  expect(progress.produced).toBeLessThan(1_000);
});

test("a client that waits for a slow handler is not disconnected", async () => {
  const { handler, called, open } = createGate();
  server = await openTestServer({
    routes: [{ path: "/v1/slow", handlers: { GET: handler } }],
    limits: { stallTimeoutMs: 50 },
  });
  const line = dial(server.url, "GET /v1/slow HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
  await called;
  await wait(200);
  open();
  expect(await line.closed).toContain("let through");
});

test("a client that disconnects ends the production of its response", async () => {
  const { ended, routes } = chunkedResponse(1_000_000);
  server = await openTestServer({ routes });
  const line = dial(server.url, GET);
  await line.until("200");
  line.socket.resetAndDestroy();
  await ended;
});

test.each(["1.1", "1.0"])(
  "a failure in the middle of a response resets the connection, over HTTP/%s",
  async (version) => {
    async function* failing() {
      yield "half of it";
      await wait(20);
      throw new Error("the database went away");
    }
    const handler = async () => jsonResponse(200, failing(), "req_test");
    server = await openTestServer({ routes: [{ path: "/v1/rows", handlers: { GET: handler } }] });
    const socket = connect(Number(new URL(server.url).port), "127.0.0.1");
    socket.write(`GET /v1/rows HTTP/${version}\r\nHost: a\r\n\r\n`);
    socket.resume();
    const error = await new Promise((resolve) => {
      socket.on("error", resolve).on("end", () => resolve("a clean end"));
    });
    expect(error).toMatchObject({ code: "ECONNRESET" });
  },
);
