import { expect, it } from "vitest";
import { createLimits } from "./connections/limits";
import { createGate, dial, openTestServer, plainPages, respondWith } from "./fixture";
import { openHttpServer } from "./http-server";

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;

it("closing completes all pipelined requests in flight and accepts no new ones", async () => {
  const [first, second] = [createGate(), createGate()];
  const routes = [
    { path: "/v1/first", handlers: { GET: first.handler } },
    { path: "/v1/second", handlers: { GET: second.handler } },
  ];
  const server = await openTestServer({ routes, limits: { drainMs: 5_000 } });
  const line = dial(server.url, get("/v1/first") + get("/v1/second"));
  await Promise.all([first.called, second.called]);
  const closed = server.close();
  await expect(fetch(`${server.url}/events`)).rejects.toThrow("fetch failed");
  first.open();
  await line.until("let through");
  await wait(120);
  second.open();
  expect((await line.closed).match(/let through/g)).toHaveLength(2);
  await closed;
});

it("closing does not wait for idle connections or unfinished requests", async () => {
  const server = await openTestServer({
    routes: [{ path: "/v1/a", handlers: { GET: respondWith("a") } }],
    limits: { drainMs: 5_000 },
  });
  const lines = [dial(server.url), dial(server.url, get("/v1/a")), dial(server.url, "GET /v1/a HT")];
  await lines[1]?.until("name");
  await wait(30);
  const startedAt = performance.now();
  await server.close();
  expect(performance.now() - startedAt).toBeLessThan(3_000);
  await Promise.all(lines.map((line) => line.closed));
});

it("closing destroys an endless stream after the drain time", async () => {
  const endless = async () =>
    new Response(new ReadableStream({ start: (c) => c.enqueue(Buffer.from("tick")) }));
  const server = await openTestServer({ routes: [{ path: "/v1/live", handlers: { GET: endless } }] });
  const line = dial(server.url, get("/v1/live"));
  await line.until("tick");
  const startedAt = performance.now();
  await server.close();
  const tookMs = performance.now() - startedAt;
  expect(tookMs).toBeGreaterThan(350);
  expect(tookMs).toBeLessThan(4_000);
  await line.closed;
});

it("a second close waits for the first", async () => {
  let closeCount = 0;
  const close = async () => {
    closeCount += 1;
  };
  const server = await openTestServer({ pages: { close } });
  await Promise.all([server.close(), server.close()]);
  await server.close();
  expect(closeCount).toBe(1);
});

it("opening a port in use rejects with EADDRINUSE", async () => {
  const server = await openTestServer();
  const options = {
    host: "127.0.0.1",
    api: undefined,
    pages: plainPages,
    limits: createLimits(1),
  };
  await expect(openHttpServer({ ...options, port: Number(new URL(server.url).port) })).rejects.toMatchObject({
    code: "EADDRINUSE",
  });
  await server.close();
});

it("after its announcement, connections are accepted, and each ends with its next response", async () => {
  const server = await openTestServer({ routes: [{ path: "/v1/a", handlers: { GET: respondWith("a") } }] });
  const kept = dial(server.url, get("/v1/a"));
  await kept.until("name");
  server.announceClose();
  kept.socket.write(get("/v1/a"));
  expect((await kept.closed).match(/connection: close/gi)).toHaveLength(1);
  const later = dial(server.url, get("/v1/a"));
  expect(await later.closed).toMatch(/200 OK[\s\S]*connection: close/i);
  await server.close();
});
