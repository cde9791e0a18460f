import { request as httpRequest } from "node:http";
import { Readable } from "node:stream";
import { afterEach, describe, expect, it } from "vitest";
import { parseJson, readBody } from "@/lib/http/request/body";
import { dial, dialWith, openTestServer } from "../fixture";
import type { HttpServer } from "../http-server";

const LIMIT_BYTES = 1024 * 1024;
let server: HttpServer;
afterEach(() => server.close());

let served = 0;
const echo = async (request: Request) => {
  served += 1;
  const bytes = await readBody(request, () => LIMIT_BYTES);
  return Response.json({ length: bytes.length, start: bytes.subarray(0, 20).toString() });
};

const open = async (given: Parameters<typeof openTestServer>[0] = {}) => {
  served = 0;
  server = await openTestServer({
    routes: [{ path: "/v1/things", handlers: { POST: echo, GET: echo } }],
    ...given,
  });
  return server.url;
};
const head = (...lines: string[]) =>
  `${["POST /v1/things HTTP/1.1", "Host: a", ...lines].join("\r\n")}\r\n\r\n`;
const chunk = (bytes: string) => `${bytes.length.toString(16)}\r\n${bytes}\r\n`;

/** Sends 300 MB as fast as the server reads, with or without a length; resolves to the response status, or "cut". */
function sendHuge(url: string, path: string, headers: Record<string, string | number>) {
  const bytes = Buffer.alloc(1024 * 1024, 97);
  let left = 300;
  const source = new Readable({ read: () => void source.push(left-- > 0 ? bytes : null), highWaterMark: 1 });
  return new Promise<number | string>((resolve) => {
    const request = httpRequest(`${url}${path}`, { method: "POST", headers }, (answer) => {
      answer.resume();
      answer
        .on("end", () => resolve(answer.statusCode ?? 0))
        .on("error", () => resolve(answer.statusCode ?? 0));
    });
    request.on("error", () => resolve("cut"));
    request.on("close", () => source.destroy());
    source.pipe(request);
  });
}

describe("a body", () => {
  it("reaches the handler completely, in one chunk or many", async () => {
    const url = await open();
    const line = dial(url, head("Content-Length: 6"), "abc");
    await new Promise((resolve) => setTimeout(resolve, 20));
    line.socket.write("def");
    expect(await line.until("}")).toContain('{"length":6,"start":"abcdef"}');
    line.socket.write(head("Transfer-Encoding: chunked") + chunk("12345") + chunk("678") + chunk(""));
    expect(await line.until('"length":8')).toContain('"start":"12345678"');
    line.socket.write(head("Content-Length: 0", "Connection: close"));
    expect(await line.closed).toContain('{"length":0,"start":""}');
  });

  it("can be read with the methods of Request", async () => {
    const handler = async (request: Request) => new Response(await request.text());
    const url = await open({ routes: [{ path: "/v1/things", handlers: { POST: handler } }] });
    expect(await (await fetch(`${url}/v1/things`, { method: "POST", body: "₦1" })).text()).toBe("₦1");
  });

  it("of exactly the limit is accepted, and of one byte more is refused", async () => {
    const url = await open();
    const send = (length: number) => fetch(`${url}/v1/things`, { method: "POST", body: "x".repeat(length) });
    expect(await (await send(LIMIT_BYTES)).json()).toMatchObject({ length: LIMIT_BYTES });
    const refused = await send(LIMIT_BYTES + 1);
    expect([refused.status, refused.headers.get("content-type")]).toEqual([413, "application/problem+json"]);
    expect(served).toBe(1);
  });

  it("with 10,000 levels of JSON is parsed", async () => {
    const depth = 10_000;
    const handler = async (request: Request) => {
      parseJson(await readBody(request, () => LIMIT_BYTES));
      return new Response("read");
    };
    const url = await open({ routes: [{ path: "/v1/things", handlers: { POST: handler } }] });
    const body = "[".repeat(depth) + "]".repeat(depth);
    expect(await (await fetch(`${url}/v1/things`, { method: "POST", body })).text()).toBe("read");
  });

  it("with Expect: 100-continue gets 100 Continue, or 413 before it is sent", async () => {
    const url = await open();
    const line = dial(url, head("Content-Length: 3", "Expect: 100-continue"));
    await line.until("HTTP/1.1 100 Continue\r\n\r\n");
    line.socket.write("abc");
    expect(await line.until('"length":3')).toContain("HTTP/1.1 200");
    const refused = dial(url, head(`Content-Length: ${LIMIT_BYTES + 1}`, "Expect: 100-continue"));
    expect(await refused.closed).toMatch(/^HTTP\/1\.1 413/);
  });
});

describe("a body over the limit", () => {
  it("is refused at once by its length, and its connection is closed while the client sends nothing", async () => {
    const line = dial(await open({ limits: { lingerMs: 10_000 } }), head("Content-Length: 300000000"));
    const startedAt = performance.now();
    expect(await line.until('"request_id"')).toMatch(/^HTTP\/1\.1 413 .*connection: close/is);
    await line.closed;
    expect(performance.now() - startedAt).toBeLessThan(2_500);
    expect(served).toBe(0);
  });

  it("is refused while its client keeps sending, and the client is disconnected", async () => {
    const line = dialWith({ allowHalfOpen: true }, await open(), head("Transfer-Encoding: chunked"));
    const more = Buffer.from(chunk("x".repeat(65_536)));
    const pump = () => {
      while (!line.socket.destroyed && line.socket.write(more));
    };
    line.socket.on("drain", pump);
    pump();
    expect(await line.closed).toMatch(/^HTTP\/1\.1 413 /);
  });

  it.each([
    ["with a length", "/v1/things", { "content-length": 300 * 1024 * 1024 }, [413]],
    ["chunked", "/v1/things", { "transfer-encoding": "chunked" }, [413]],
    ["with a length, to a page", "/events", { "content-length": 300 * 1024 * 1024 }, [413]],
    ["chunked, to a page", "/events", { "transfer-encoding": "chunked" }, ["cut"]],
  ])("of 300 MB costs no memory: %s", async (_what, path, headers, outcomes) => {
    const handle = async (
      incoming: import("node:http").IncomingMessage,
      outgoing: import("node:http").ServerResponse,
    ) => {
      for await (const _ of incoming);
      outgoing.end();
    };
    const url = await open({ pages: { handle }, limits: { lingerMs: 3_000 } });
    const before = process.memoryUsage().rss;
    let peak = before;
    const watch = setInterval(() => {
      peak = Math.max(peak, process.memoryUsage().rss);
    }, 5);
    expect(outcomes).toContain(await sendHuge(url, path, headers));
    clearInterval(watch);
    expect((peak - before) / 1024 / 1024).toBeLessThan(60);
    expect(served).toBe(0);
  });

  it("does not affect other clients", async () => {
    const url = await open();
    await dial(url, head("Content-Length: 300000000")).closed;
    expect(await (await fetch(`${url}/v1/things`, { method: "POST", body: "a" })).json()).toMatchObject({
      length: 1,
    });
  });
});
