import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { dial, openTestServer, respondWith } from "./fixture";
import type { HttpServer } from "./http-server";

let server: HttpServer;
beforeAll(async () => {
  vi.stubEnv("AUTH_URL", "https://takings.example.com");
  const streamed = async () => new Response(new Blob(["a stream"]).stream());
  server = await openTestServer({
    routes: [
      { path: "/v1/things", handlers: { GET: respondWith("things"), POST: respondWith("made", 201) } },
      { path: "/v1/streams", handlers: { GET: streamed } },
    ],
    limits: { bodyLimitBytes: 10 },
  });
});
afterAll(async () => {
  await server.close();
  vi.unstubAllEnvs();
});

test.each([
  ["an answer of the API", "GET /v1/things HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", 200],
  ["a streamed answer", "GET /v1/streams HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", 200],
  ["an unknown path of the API", "GET /v1/none HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", 404],
  ["a page", "GET /events HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", 200],
  ["a malformed target", "GET /%ff HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", 400],
  ["a body over its limit", "POST /v1/things HTTP/1.1\r\nHost: a\r\nContent-Length: 99\r\n\r\n", 413],
  ["what is not HTTP", "\u0016\u0003\u0001 hello\r\n\r\n", 400],
  ["a method for proxies", "CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n", 405],
])("%s carries Strict-Transport-Security", async (_what, sent, status) => {
  const answer = await dial(server.url, sent).closed;
  expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(answer.toLowerCase()).toContain("\r\nstrict-transport-security: max-age=31536000\r\n");
});
