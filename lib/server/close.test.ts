import { expect, it } from "vitest";
import { answering, dial, gate, openTestServer, plainPages } from "./fixture";
import { openHttpServer } from "./http-server";
import { limitsFor } from "./limits";

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;

it("closing lets requests in flight finish, all that a client had sent at once, and takes no new ones", async () => {
  const [first, second] = [gate(), gate()];
  const routes = [
    { path: "/v1/first", handlers: { GET: first.handler } },
    { path: "/v1/second", handlers: { GET: second.handler } },
  ];
  const door = await openTestServer({ routes, limits: { drainMs: 5_000 } });
  const line = dial(door.url, get("/v1/first") + get("/v1/second"));
  await Promise.all([first.called, second.called]);
  const closed = door.close();
  await expect(fetch(`${door.url}/events`)).rejects.toThrow("fetch failed");
  first.open();
  await line.until("let through");
  await wait(120);
  second.open();
  expect((await line.closed).match(/let through/g)).toHaveLength(2);
  await closed;
});

it("closing waits for none who is only connected, has been served, or has begun a request", async () => {
  const door = await openTestServer({
    routes: [{ path: "/v1/a", handlers: { GET: answering("a") } }],
    limits: { drainMs: 5_000 },
  });
  const lines = [dial(door.url), dial(door.url, get("/v1/a")), dial(door.url, "GET /v1/a HT")];
  await lines[1]?.until("name");
  await wait(30);
  const startedAt = performance.now();
  await door.close();
  expect(performance.now() - startedAt).toBeLessThan(3_000);
  await Promise.all(lines.map((line) => line.closed));
});

it("closing cuts a stream that does not end, once its time is up", async () => {
  const endless = async () =>
    new Response(new ReadableStream({ start: (c) => c.enqueue(Buffer.from("tick")) }));
  const door = await openTestServer({ routes: [{ path: "/v1/live", handlers: { GET: endless } }] });
  const line = dial(door.url, get("/v1/live"));
  await line.until("tick");
  const startedAt = performance.now();
  await door.close();
  const tookMs = performance.now() - startedAt;
  expect(tookMs).toBeGreaterThan(350);
  expect(tookMs).toBeLessThan(4_000);
  await line.closed;
});

it("closing twice is closing once", async () => {
  let closings = 0;
  const close = async () => {
    closings += 1;
  };
  const door = await openTestServer({ pages: { close } });
  await Promise.all([door.close(), door.close()]);
  await door.close();
  expect(closings).toBe(1);
});

it("a port that is taken is said so", async () => {
  const door = await openTestServer();
  const opening = {
    host: "127.0.0.1",
    api: undefined,
    pages: plainPages,
    limits: limitsFor(1),
  };
  await expect(openHttpServer({ ...opening, port: Number(new URL(door.url).port) })).rejects.toMatchObject({
    code: "EADDRINUSE",
  });
  await door.close();
});
