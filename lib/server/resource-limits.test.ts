import { afterEach, expect, it } from "vitest";
import { readBody } from "@/lib/http/request/body";
import { createGate, dial, openTestServer, respondWith } from "./fixture";
import type { HttpServer } from "./http-server";

let server: HttpServer;
afterEach(() => server.close());

const echo = async (request: Request) =>
  Response.json({ length: (await readBody(request, () => 1024 * 1024)).length });
const open = async (given: Parameters<typeof openTestServer>[0] = {}) => {
  const routes = [{ path: "/v1/things", handlers: { POST: echo, GET: respondWith("things") } }];
  server = await openTestServer({ routes, ...given });
  return server.url;
};
const GET = "GET /v1/things HTTP/1.1\r\nHost: a\r\n\r\n";
const post = (length: number) => `POST /v1/things HTTP/1.1\r\nHost: a\r\nContent-Length: ${length}\r\n\r\n`;
const sendSmall = async (url: string) =>
  (await fetch(`${url}/v1/things`, { method: "POST", body: "abc" })).status;

it("new connections above the limit are served; the oldest idle ones are closed for them", async () => {
  const { handler, called, open: letThrough } = createGate();
  const routes = [
    { path: "/v1/slow", handlers: { GET: handler } },
    { path: "/v1/things", handlers: { GET: respondWith("things"), POST: echo } },
  ];
  const url = await open({ routes, limits: { maxConnections: 20 } });
  const served = dial(url, "GET /v1/slow HTTP/1.1\r\nHost: a\r\n\r\n");
  await called;
  const keptAlive = dial(url, GET);
  await keptAlive.until("things");
  const unused = Array.from({ length: 10 }, () => dial(url));
  const slow = Array.from({ length: 8 }, () => dial(url, post(9), "abc"));
  await new Promise((resolve) => setTimeout(resolve, 100));
  const newcomers = Array.from({ length: 19 }, () => dial(url, GET));
  for (const line of newcomers) await line.until("things");
  await Promise.all([keptAlive, ...unused, ...slow].map((line) => line.closed));
  letThrough();
  await served.until("let through");
});

it("partial bodies above the shared memory limit are refused, largest first; others are served", async () => {
  const url = await open({ limits: { arrivingLimitBytes: 2_200_000 } });
  const lines = Array.from({ length: 10 }, () => dial(url, post(900_000), "x".repeat(600_000)));
  await expect
    .poll(() => lines.filter((line) => line.received().includes("HTTP/1.1 503")).length, { timeout: 5_000 })
    .toBeGreaterThanOrEqual(7);
  expect(await sendSmall(url)).toBe(200);
  const waiting = lines.filter((line) => line.received() === "");
  expect(waiting.length).toBeGreaterThanOrEqual(1);
  for (const line of waiting) {
    line.socket.write("x".repeat(300_000));
    expect(await line.until("}")).toContain('{"length":900000}');
  }
});

it("partial large bodies stay within their shared memory limit while small ones are served", async () => {
  const MIB = 1024 * 1024;
  const bodyLimit = () => 16 * MIB;
  const routes = [
    { path: "/v1/things", handlers: { POST: echo } },
    { path: "/v1/uploads", handlers: { POST: Object.assign(respondWith("upload"), { bodyLimit }) } },
  ];
  const url = await open({ routes });
  const before = process.memoryUsage().arrayBuffers;
  let peak = before;
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().arrayBuffers);
  }, 5);
  const bytes = Buffer.alloc(MIB, 97);
  const piece = Buffer.concat([Buffer.from(`${MIB.toString(16)}\r\n`), bytes, Buffer.from("\r\n")]);
  const lines = Array.from({ length: 24 }, (_, index) => {
    const [how, what] =
      index % 2 ? [`Content-Length: ${16 * MIB}`, bytes] : ["Transfer-Encoding: chunked", piece];
    const line = dial(url, `POST /v1/uploads HTTP/1.1\r\nHost: a\r\n${how}\r\n\r\n`);
    for (let left = 15; left > 0; left--) line.socket.write(what);
    return line;
  });
  const countRefused = () => lines.filter((line) => line.received().includes("HTTP/1.1 503")).length;
  await expect.poll(countRefused, { timeout: 10_000 }).toBeGreaterThanOrEqual(20);
  expect(await sendSmall(url)).toBe(200);
  clearInterval(watch);
  for (const { socket } of lines) socket.destroy();
  // A chunked body has a buffer of up to twice its size; the garbage collector frees the sockets' buffers only at
  // intervals.
  expect((peak - before) / MIB).toBeLessThan(2 * 64 + 40);
});

it("a body of 3,000 tiny chunks is refused; one of 2,000 is accepted", async () => {
  const url = await open();
  const sendPieces = (count: number) => {
    const line = dial(url, "POST /v1/things HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n");
    line.socket.write(`${"1\r\nx\r\n".repeat(count)}0\r\n\r\n`);
    return line.until("}");
  };
  expect(await sendPieces(2_000)).toContain('{"length":2000}');
  const refused = await sendPieces(3_000);
  expect(refused).toContain("HTTP/1.1 400");
  expect(refused).toContain("too many pieces");
});

it("a client that pipelines too many requests is disconnected", async () => {
  const { handler, open: letThrough } = createGate();
  let called = 0;
  const counted: typeof handler = (...given) => {
    called++;
    return handler(...given);
  };
  const url = await open({ routes: [{ path: "/v1/things", handlers: { GET: counted } }] });
  const few = dial(url, GET.repeat(32));
  await expect.poll(() => called).toBe(32);
  await dial(url, GET.repeat(5_000)).closed;
  expect(called).toBe(64);
  letThrough();
  await expect.poll(() => few.received().match(/let through/g)?.length).toBe(32);
});

it("a client that does not read its response is disconnected", async () => {
  const large = async () => new Response("x".repeat(20_000_000));
  const url = await open({
    routes: [{ path: "/v1/things", handlers: { GET: large } }],
    limits: { stallTimeoutMs: 300 },
  });
  const line = dial(url, GET);
  await line.until("200 OK");
  line.socket.pause();
  const cut = line.closed;
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  line.socket.resume();
  expect((await cut).length).toBeLessThan(20_000_000);
});

it("idle connections and connections that never send a request are closed", async () => {
  const url = await open({ limits: { keepAliveTimeoutMs: 200, headersTimeoutMs: 400 } });
  const idle = dial(url, GET);
  await idle.until("things");
  expect(await dial(url).closed).toContain("408");
  await idle.closed;
});

it("a slow handler does not count as a stalled client", async () => {
  const late = async () => {
    await new Promise((resolve) => setTimeout(resolve, 300));
    return new Response("late");
  };
  const url = await open({ routes: [{ path: "/v1/things", handlers: { GET: late } }] });
  expect(await (await fetch(`${url}/v1/things`)).text()).toBe("late");
});
