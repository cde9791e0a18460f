import { afterEach, describe, expect, it, vi } from "vitest";
import { Failure } from "@/lib/core/errors/errors";
import { readBody } from "@/lib/http/request/body";
import { log } from "@/lib/log";
import { documentedDetail } from "@/lib/openapi/testing/documented-detail";
import { createGate, dial, openTestServer, respondWith } from "./fixture";
import type { HttpServer } from "./http-server";

let server: HttpServer;
afterEach(() => server.close());

const open = async (given: Parameters<typeof openTestServer>[0] = {}) => {
  server = await openTestServer(given);
  return server.url;
};
/** The problem details at the end of a raw response. */
const problemOf = (answer: string) => JSON.parse(answer.slice(answer.indexOf("{")));
const things = [{ path: "/v1/things", handlers: { GET: respondWith("things") } }];

describe("a refused request", () => {
  it.each([
    ["/login?x=1", "/login"],
    ["/pay/Zk3T0000000000000000000000000000?x=1", "/pay/…"],
    ["http://a/pay/Zk3T0000000000000000000000000000", "/pay/…"],
  ])("to %s is logged with the path %s", async (target, path) => {
    const info = vi.spyOn(log, "info").mockReturnValue();
    await dial(await open(), `GET ${target} HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n`)
      .closed;
    expect(info).toHaveBeenCalledWith(expect.objectContaining({ method: "GET", path }), "request refused");
    info.mockRestore();
  });
});

describe("a request for the API", () => {
  it("reaches its handler with its method and parameters", async () => {
    const url = await open({
      routes: [{ path: "/v1/things/[thing_id]", handlers: { GET: respondWith("thing") } }],
    });
    const answer = await fetch(`${url}/v1/things/a%20b?limit=1`);
    expect(await answer.json()).toEqual({ name: "thing", method: "GET", params: { thing_id: "a b" } });
  });

  it("is answered on a kept-alive connection", async () => {
    const line = dial(await open({ routes: things }), "GET /v1/things HTTP/1.1\r\nHost: a\r\n\r\n");
    await line.until("things");
    line.socket.write("GET /v1/none HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
    expect(await line.closed).toContain("HTTP/1.1 404");
  });

  it("answers HEAD as GET, without the body", async () => {
    const url = await open({ routes: things });
    const answer = await fetch(`${url}/v1/things`, { method: "HEAD" });
    expect([answer.status, answer.headers.get("content-type"), await answer.text()]).toEqual([
      200,
      "application/json",
      "",
    ]);
  });

  it("whose handler fails gets the request id and no error text", async () => {
    const handler = async () => {
      throw new Error("the table secrets has no such column");
    };
    const url = await open({ routes: [{ path: "/v1/things", handlers: { GET: handler } }] });
    const answer = await fetch(`${url}/v1/things`);
    const text = await answer.text();
    expect(answer.status).toBe(500);
    expect(answer.headers.get("content-type")).toBe("application/problem+json");
    expect(JSON.parse(text)).toMatchObject({
      code: "internal",
      detail: expect.stringMatching(documentedDetail("internal")),
    });
    expect(JSON.parse(text).request_id).toBe(answer.headers.get("x-request-id"));
    expect(text).not.toMatch(/secrets|\.ts/);
  });

  it("is never redirected or passed to the pages", async () => {
    const url = await open({ routes: things });
    for (const path of ["/v1/things/", "//v1/things", "/%761/things", "/a/../v1/things", "/v1/things/%00"]) {
      const line = dial(url, `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
      expect(await line.closed, path).toMatch(/^HTTP\/1\.1 404.*"name":"unknown"/s);
    }
  });

  it.each(["", "Host: a\r\nHost: b\r\n", "Host: a\r\nhOST: a\r\n"])(
    "is refused if it does not name its host once: %j",
    async (hosts) => {
      const url = await open({ routes: things });
      const line = dial(url, `GET /v1/things HTTP/1.1\r\n${hosts}Connection: close\r\n\r\n`);
      expect(await line.closed).toMatch(/^HTTP\/1\.1 400 /);
    },
  );

  it("may have an absolute-form target, as sent through a proxy", async () => {
    const line = dial(
      await open({ routes: things }),
      "GET http://a.example/v1/things HTTP/1.1\r\nHost: a.example\r\nConnection: close\r\n\r\n",
    );
    expect(await line.closed).toContain('"name":"things"');
  });
});

describe("a request for a page", () => {
  it("is answered by the pages, with a request id and nosniff", async () => {
    const answer = await fetch(`${await open()}/events`);
    expect(await answer.text()).toBe("page /events");
    expect(answer.headers.get("x-request-id")).toMatch(/^req_/);
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
  });

  it("keeps the request id that the page has set", async () => {
    const handle = async (_: unknown, outgoing: import("node:http").ServerResponse) => {
      outgoing.setHeader("x-request-id", "req_own");
      outgoing.writeHead(200).end();
    };
    const answer = await fetch(`${await open({ pages: { handle } })}/events`);
    expect(answer.headers.get("x-request-id")).toBe("req_own");
  });

  it("gets 500 without the reason if the page fails", async () => {
    const handle = () => Promise.reject(new Error("the reason"));
    const answer = await fetch(`${await open({ pages: { handle } })}/events`);
    expect(answer.status).toBe(500);
    expect(await answer.text()).not.toContain("the reason");
  });

  it("gets the status of a Failure that the page throws", async () => {
    const handle = () => Promise.reject(new Failure("unavailable"));
    expect((await fetch(`${await open({ pages: { handle } })}/events`)).status).toBe(503);
  });

  it("with an upgrade header is an ordinary request if the pages handle no upgrades", async () => {
    const line = dial(
      await open(),
      "GET /events HTTP/1.1\r\nHost: a\r\nConnection: Upgrade, close\r\nUpgrade: h2c\r\n\r\n",
    );
    expect(await line.until("page")).toContain("HTTP/1.1 200");
  });

  it("with an upgrade header is passed to pages that handle upgrades", async () => {
    const upgrade = (_: unknown, socket: import("node:stream").Duplex) =>
      void socket.end("HTTP/1.1 101 Yes\r\n\r\n");
    const line = dial(
      await open({ pages: { upgrade } }),
      "GET /hmr HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n",
    );
    expect(await line.closed).toContain("101 Yes");
  });
});

describe("a malformed request", () => {
  it.each([
    ["no HTTP", "HELLO\r\n\r\n", 400],
    [
      "two lengths",
      "POST /v1/things HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
      400,
    ],
    [
      "a length and chunks",
      "POST /v1/things HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
      400,
    ],
    ["headers too large", `GET / HTTP/1.1\r\nHost: a\r\nX: ${"x".repeat(20_000)}\r\n\r\n`, 431],
    ["no host", "GET /v1/things HTTP/1.1\r\nConnection: close\r\n\r\n", 400],
    ["an invalid host", "GET /v1/things HTTP/1.1\r\nHost: a b<\r\nConnection: close\r\n\r\n", 400],
    ["a broken path", "GET /%zz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", 400],
    ["a NUL in a page's path", "GET /a%00b HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", 400],
    ["OPTIONS *", "OPTIONS * HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", 400],
    ["TRACE", "TRACE / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", 405],
    ["CONNECT", "CONNECT a.example:443 HTTP/1.1\r\nHost: a.example\r\n\r\n", 405],
  ])("gets problem details and its connection is closed: %s", async (_what, bytes, status) => {
    const answer = await dial(await open({ routes: things }), bytes).closed;
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(answer.toLowerCase()).toContain("content-type: application/problem+json");
    expect(answer.toLowerCase()).toMatch(/x-request-id: req_\w+/);
    expect(problemOf(answer)).toMatchObject({ success: false, status });
  });

  it("with headers that are too large gets the documented error", async () => {
    const bytes = `GET / HTTP/1.1\r\nHost: a\r\nX: ${"x".repeat(20_000)}\r\n\r\n`;
    const answer = await dial(await open({ routes: things }), bytes).closed;
    expect(problemOf(answer)).toMatchObject({
      code: "headers_too_large",
      detail: expect.stringMatching(documentedDetail("headers_too_large")),
    });
  });

  it("with TRACE on an API path is refused by the API", async () => {
    const line = dial(
      await open({ routes: things }),
      "TRACE /v1/things HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
    );
    expect(await line.closed).toContain("refused /v1/things");
  });

  it("whose headers or body never end gets 408", async () => {
    const url = await open({ routes: things, limits: { headersTimeoutMs: 100, requestTimeoutMs: 200 } });
    const head = dial(url, "GET /v1/things HTTP/1.1\r\nHost: a\r\n");
    const body = dial(url, "POST /v1/things HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\na");
    for (const answer of [await head.closed, await body.closed]) {
      expect(answer).toMatch(/^HTTP\/1\.1 408 .*problem\+json/s);
      expect(problemOf(answer)).toMatchObject({
        code: "request_timeout",
        detail: expect.stringMatching(documentedDetail("request_timeout")),
      });
    }
  });

  it("after a pending request closes the connection without a response", async () => {
    const { handler, called } = createGate();
    const url = await open({ routes: [{ path: "/v1/slow", handlers: { GET: handler } }] });
    const line = dial(url, "GET /v1/slow HTTP/1.1\r\nHost: a\r\n\r\n");
    await called;
    line.socket.write("garbage\r\n\r\n");
    expect(await line.closed).toBe("");
  });
});

describe("a client that disconnects", () => {
  it("in the middle of its body does not reach the handler", async () => {
    let served = 0;
    const handler = async (request: Request) => {
      served += 1;
      return Response.json((await readBody(request, () => 100)).toString());
    };
    const url = await open({ routes: [{ path: "/v1/things", handlers: { POST: handler } }] });
    const line = dial(url, "POST /v1/things HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nabc");
    await new Promise((resolve) => setTimeout(resolve, 30));
    line.socket.resetAndDestroy();
    const answer = await fetch(`${url}/v1/things`, { method: "POST", body: "whole" });
    expect([await answer.json(), served]).toEqual(["whole", 1]);
  });

  it("in the middle of a response cancels the stream", async () => {
    let cancel = () => {};
    const cancelled = new Promise<void>((resolve) => {
      cancel = resolve;
    });
    const handler = async () =>
      new Response(
        new ReadableStream({
          pull: (controller) => controller.enqueue(Buffer.alloc(65_536)),
          cancel: () => cancel(),
        }),
      );
    const url = await open({ routes: [{ path: "/v1/things", handlers: { GET: handler } }] });
    const line = dial(url, "GET /v1/things HTTP/1.1\r\nHost: a\r\n\r\n");
    await line.until("200");
    line.socket.resetAndDestroy();
    await cancelled;
    expect((await fetch(`${url}/events`)).status).toBe(200);
  });
});

describe("a streamed response", () => {
  const streaming = (source: UnderlyingDefaultSource) => [
    { path: "/v1/things", handlers: { GET: async () => new Response(new ReadableStream(source)) } },
  ];

  it("that fails half-way is reset, so that it cannot be taken for complete", async () => {
    const url = await open({
      routes: streaming({
        start: (controller) => controller.enqueue(new TextEncoder().encode("half")),
        pull: async () => {
          await new Promise((resolve) => setTimeout(resolve, 20));
          throw new Error("the database went away");
        },
      }),
    });
    const answer = await fetch(`${url}/v1/things`);
    await expect(answer.text()).rejects.toThrow("terminated");
  });

  it("is cancelled for HEAD", async () => {
    let cancelled = false;
    const cancel = () => {
      cancelled = true;
    };
    const url = await open({ routes: streaming({ cancel }) });
    expect((await fetch(`${url}/v1/things`, { method: "HEAD" })).status).toBe(200);
    expect(cancelled).toBe(true);
  });
});
