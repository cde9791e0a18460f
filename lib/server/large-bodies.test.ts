import { afterEach, describe, expect, it } from "vitest";
import { readBody } from "@/lib/http/request/body";
import { createLimits } from "./connections/limits";
import { createGate, dial, openTestServer, plainPages, type RawConnection, respondWith } from "./fixture";
import { type HttpServer, openHttpServer } from "./http-server";

const MIB = 1024 * 1024;
const LARGEST = 16 * MIB;
const SMALLER = 65_536;
/** The shared budget of large bodies, in bodies of the largest size. */
const BUDGET_BODIES = 4;

let server: HttpServer;
afterEach(() => server.close());

const bodyLimit = (headers: Pick<Headers, "get">) => (headers.get("x-small") === null ? LARGEST : SMALLER);
const upload = Object.assign(
  async (request: Request) => Response.json({ length: (await readBody(request, () => LARGEST)).length }),
  { bodyLimit },
);
const open = async (given: Parameters<typeof openTestServer>[0] = {}) => {
  const routes = [
    { path: "/v1/uploads", handlers: { POST: upload } },
    { path: "/v1/things", handlers: { POST: respondWith("things") } },
  ];
  server = await openTestServer({ routes, ...given });
  return server.url;
};
const head = (...lines: string[]) =>
  `${["POST /v1/uploads HTTP/1.1", "Host: a", ...lines].join("\r\n")}\r\n\r\n`;
const bytes = (length: number) => Buffer.alloc(length, 97);
const announce = (url: string, length: number, ...headers: string[]) =>
  dial(url, head(`Content-Length: ${length}`, ...headers));
/** Sends a body in chunks of 1 MiB, without the final empty chunk. */
const sendChunks = (url: string, length: number, ...headers: string[]) => {
  const line = dial(url, head("Transfer-Encoding: chunked", ...headers));
  for (let left = length; left > 0; left -= MIB) {
    const size = Math.min(left, MIB);
    line.socket.write(
      Buffer.concat([Buffer.from(`${size.toString(16)}\r\n`), bytes(size), Buffer.from("\r\n")]),
    );
  }
  return line;
};
const status = async (line: RawConnection) => Number((await line.until("\r\n\r\n")).slice(9, 12));

/** Counts how many bodies of the largest size are accepted now; `Expect` gets a response before the body is sent. */
async function countAccepted(url: string): Promise<number> {
  const lines = Array.from({ length: BUDGET_BODIES + 2 }, () =>
    announce(url, LARGEST, "Expect: 100-continue"),
  );
  const statuses = await Promise.all(lines.map(status));
  for (const { socket } of lines) socket.destroy();
  return statuses.filter((one) => one === 100).length;
}
const expectBudgetToBeFree = (url: string) =>
  expect.poll(() => countAccepted(url), { interval: 100, timeout: 5_000 }).toBe(BUDGET_BODIES);

describe("a route that declares a body limit", () => {
  it("accepts a body of exactly that limit, with a length or chunked, and not one byte more", async () => {
    const url = await open();
    const announced = announce(url, LARGEST);
    announced.socket.write(bytes(LARGEST));
    expect(await announced.until("}")).toContain(`{"length":${LARGEST}}`);
    const chunked = sendChunks(url, LARGEST);
    chunked.socket.write("0\r\n\r\n");
    expect(await chunked.until("}")).toContain(`{"length":${LARGEST}}`);
    expect(await status(announce(url, LARGEST + 1))).toBe(413);
    expect(await status(sendChunks(url, LARGEST + 1))).toBe(413);
    await expectBudgetToBeFree(url);
  });

  it("can choose the limit by the headers; a larger body is refused before it has arrived", async () => {
    const url = await open();
    const fits = announce(url, SMALLER, "X-Small: 1");
    fits.socket.write(bytes(SMALLER));
    expect(await fits.until("}")).toContain(`{"length":${SMALLER}}`);
    expect(await status(announce(url, SMALLER + 1, "X-Small: 1"))).toBe(413);
    expect(await status(sendChunks(url, SMALLER + 1, "X-Small: 1"))).toBe(413);
  });

  it("does not change the general limit of other routes", async () => {
    const url = await open();
    const body = bytes(MIB + 1);
    expect((await fetch(`${url}/v1/things`, { method: "POST", body })).status).toBe(413);
    expect((await fetch(`${url}/v1/uploads`, { method: "POST", body })).status).toBe(200);
  });
});

it("if the pages serve the API, its paths accept the largest body of any route and other paths the general limit", async () => {
  const lengths: number[] = [];
  const handle: typeof plainPages.handle = async (incoming, outgoing) => {
    let length = 0;
    for await (const chunk of incoming) length += chunk.length;
    lengths.push(length);
    outgoing.end("read");
  };
  const pages = { ...plainPages, handle };
  server = await openHttpServer({
    host: "127.0.0.1",
    port: 0,
    api: undefined,
    pages,
    limits: createLimits(MIB, LARGEST),
  });
  const send = async (path: string, length: number) =>
    (await fetch(`${server.url}${path}`, { method: "POST", body: bytes(length) })).status;
  expect(await send("/v1/webhooks/bank", LARGEST)).toBe(200);
  expect(await send("/v1/webhooks/bank", LARGEST + 1)).toBe(413);
  expect(await send("/api/things", MIB)).toBe(200);
  expect(await send("/api/things", MIB + 1)).toBe(413);
  expect(lengths).toEqual([LARGEST, MIB]);
});

describe("the shared memory budget of large bodies", () => {
  it("fits four bodies of 15 MiB; a fifth gets 503 with Retry-After until they are answered", async () => {
    let arrived = 0;
    const { handler, open: letThrough } = createGate();
    const slow = Object.assign(
      (...given: Parameters<typeof handler>) => {
        arrived++;
        return handler(...given);
      },
      { bodyLimit },
    );
    const url = await open({ routes: [{ path: "/v1/uploads", handlers: { POST: slow } }] });
    const send = () => {
      const line = announce(url, 15 * MIB);
      line.socket.write(bytes(15 * MIB));
      return line;
    };
    const four = Array.from({ length: 4 }, send);
    await expect.poll(() => arrived, { timeout: 5_000 }).toBe(4);
    expect(await announce(url, 15 * MIB).until('"request_id"')).toMatch(
      /^HTTP\/1\.1 503 .*retry-after: \d+\r\n.*"code":"unavailable"/is,
    );
    letThrough();
    for (const line of four) await line.until("let through");
    await expectBudgetToBeFree(url);
    await send().until("let through");
  });

  it("counts chunked bodies as they arrive; the one that exceeds it is refused, the others are served", async () => {
    const url = await open();
    const lines = Array.from({ length: 5 }, () => sendChunks(url, 15 * MIB));
    await expect
      .poll(() => lines.filter((line) => line.received() !== "").length, { timeout: 10_000 })
      .toBe(1);
    const [refused] = lines.filter((line) => line.received() !== "");
    expect(refused?.received()).toMatch(/^HTTP\/1\.1 503 .*retry-after: \d+\r\n/is);
    for (const line of lines.filter((one) => one !== refused)) {
      line.socket.write("0\r\n\r\n");
      expect(await line.until("}")).toContain(`{"length":${15 * MIB}}`);
    }
    await expectBudgetToBeFree(url);
  });

  it("is not counted against bodies of up to 1 MiB", async () => {
    const url = await open();
    const lines = Array.from({ length: BUDGET_BODIES }, () => announce(url, LARGEST, "Expect: 100-continue"));
    expect(await Promise.all(lines.map(status))).toEqual([100, 100, 100, 100]);
    const send = (length: number) => fetch(`${url}/v1/uploads`, { method: "POST", body: bytes(length) });
    expect((await send(MIB)).status).toBe(200);
    expect((await send(MIB + 1)).status).toBe(503);
    for (const { socket } of lines) socket.destroy();
  });

  it("is released when uploads are aborted, with a length or chunked", async () => {
    const url = await open();
    const announced = Array.from({ length: BUDGET_BODIES }, () =>
      announce(url, LARGEST, "Expect: 100-continue"),
    );
    expect(await Promise.all(announced.map(status))).toEqual([100, 100, 100, 100]);
    expect(await countAccepted(url)).toBe(0);
    for (const { socket } of announced) socket.resetAndDestroy();
    await expectBudgetToBeFree(url);

    const chunked = Array.from({ length: BUDGET_BODIES + 1 }, () => sendChunks(url, 15 * MIB));
    await Promise.race(chunked.map(status));
    expect(await countAccepted(url)).toBeLessThan(BUDGET_BODIES);
    for (const { socket } of chunked) socket.resetAndDestroy();
    await expectBudgetToBeFree(url);
  });

  it("is released when a body exceeds the request timeout", async () => {
    const url = await open({ limits: { requestTimeoutMs: 400, headersTimeoutMs: 300 } });
    const lines = Array.from({ length: BUDGET_BODIES }, () => sendChunks(url, 15 * MIB));
    for (const line of lines) expect(await line.closed).toMatch(/^HTTP\/1\.1 408 /);
    await expectBudgetToBeFree(url);
  });

  it("is released by a body with a length that arrives too slowly", async () => {
    const url = await open({ limits: { requestTimeoutMs: 10_000, progressCheckMs: 300 } });
    const line = announce(url, LARGEST);
    line.socket.write(bytes(1_000));
    expect(await line.closed).toMatch(/^HTTP\/1\.1 503 .*retry-after: \d+\r\n.*too slowly/is);
    const steady = announce(url, 2 * MIB);
    for (let left = 8; left > 0; left--) {
      steady.socket.write(bytes(MIB / 4));
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    expect(await steady.until("}")).toContain(`{"length":${2 * MIB}}`);
    await expectBudgetToBeFree(url);
  });

  it("is released when the handler fails or the client has disconnected", async () => {
    const { handler, called, open: letThrough } = createGate();
    const failing = Object.assign(
      async () => {
        throw new Error("the handler failed");
      },
      { bodyLimit },
    );
    const url = await open({
      routes: [
        { path: "/v1/uploads", handlers: { POST: upload } },
        { path: "/v1/failing", handlers: { POST: failing } },
        { path: "/v1/slow", handlers: { POST: Object.assign(handler, { bodyLimit }) } },
      ],
    });
    const body = bytes(LARGEST);
    expect((await fetch(`${url}/v1/failing`, { method: "POST", body })).status).toBe(500);
    const controller = new AbortController();
    const aborted = fetch(`${url}/v1/slow`, { method: "POST", body, signal: controller.signal });
    await called;
    controller.abort();
    await expect(aborted).rejects.toThrow();
    letThrough();
    await expectBudgetToBeFree(url);
  });
});
