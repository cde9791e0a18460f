import { connect } from "node:net";
import { afterEach, expect, test } from "vitest";
import { jsonResponse } from "@/lib/http/envelope";
import { dial, gate, openTestServer } from "./fixture";
import type { HttpServer } from "./http-server";

let door: HttpServer;
afterEach(() => door.close());

const PIECE_BYTES = 65_536;
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** An answer of so many pieces, which counts those it was asked for and says when its making was ended. */
function pieces(count: number) {
  const seen = { made: 0 };
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  async function* make() {
    try {
      for (; seen.made < count; seen.made++) yield "x".repeat(PIECE_BYTES);
    } finally {
      end();
    }
  }
  const handler = async () => jsonResponse(200, make(), "req_test");
  return { seen, ended, routes: [{ path: "/v1/rows", handlers: { GET: handler } }] };
}

const GET = "GET /v1/rows HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";

test("no more is made than a slow reader takes and the system holds for it, and it gets all in the end", async () => {
  const { seen, routes } = pieces(1_000);
  door = await openTestServer({ routes });
  const line = dial(door.url, GET);
  line.socket.pause();
  await expect.poll(() => seen.made).toBeGreaterThan(0);
  for (let before = -1; before < seen.made; await wait(150)) before = seen.made;
  expect(seen.made).toBeLessThan(300);
  line.socket.resume();
  const answer = await line.closed;
  expect(answer.length).toBeGreaterThan(1_000 * PIECE_BYTES);
  expect(answer.endsWith("\r\n0\r\n\r\n")).toBe(true);
});

test("a client that takes nothing for too long is cut, and no more is made for it", async () => {
  const { seen, ended, routes } = pieces(1_000_000);
  door = await openTestServer({ routes, limits: { stallTimeoutMs: 200 } });
  const line = dial(door.url, GET);
  line.socket.pause();
  await ended;
  expect(seen.made).toBeLessThan(1_000);
});

test("a client that waits for us is not cut, however long we take", async () => {
  const { handler, called, open } = gate();
  door = await openTestServer({
    routes: [{ path: "/v1/slow", handlers: { GET: handler } }],
    limits: { stallTimeoutMs: 50 },
  });
  const line = dial(door.url, "GET /v1/slow HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
  await called;
  await wait(200);
  open();
  expect(await line.closed).toContain("let through");
});

test("a client that leaves in the middle ends the making", async () => {
  const { ended, routes } = pieces(1_000_000);
  door = await openTestServer({ routes });
  const line = dial(door.url, GET);
  await line.until("200");
  line.socket.resetAndDestroy();
  await ended;
});

test.each(["1.1", "1.0"])(
  "a piece that cannot be made resets the connection, also over HTTP/%s",
  async (version) => {
    async function* failing() {
      yield "half of it";
      await wait(20);
      throw new Error("the database went away");
    }
    const handler = async () => jsonResponse(200, failing(), "req_test");
    door = await openTestServer({ routes: [{ path: "/v1/rows", handlers: { GET: handler } }] });
    const socket = connect(Number(new URL(door.url).port), "127.0.0.1");
    socket.write(`GET /v1/rows HTTP/${version}\r\nHost: a\r\n\r\n`);
    socket.resume();
    const error = await new Promise((resolve) => {
      socket.on("error", resolve).on("end", () => resolve("a clean end"));
    });
    expect(error).toMatchObject({ code: "ECONNRESET" });
  },
);
