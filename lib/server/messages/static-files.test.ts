/** Guarantee: only the pages' static files are served from memory, in the smallest accepted encoding. */
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createStaticFileHandler } from "./static-files";

const PAGES = "the pages";
const folder = mkdtempSync(path.join(os.tmpdir(), "takings-static-"));
let port = 0;
let stop = () => {};

beforeAll(async () => {
  mkdirSync(path.join(folder, "chunks"));
  writeFileSync(path.join(folder, "chunks/a.js"), "the script");
  writeFileSync(path.join(folder, "chunks/a.js.br"), "by brotli");
  writeFileSync(path.join(folder, "chunks/a.js.gz"), "by gzip");
  writeFileSync(path.join(folder, "face.woff2"), "the face");
  writeFileSync(path.join(folder, "notes.txt"), "not for browsers");
  const serve = createStaticFileHandler(folder);
  const server = createServer((incoming, outgoing) => {
    if (!serve(incoming, outgoing)) outgoing.end(PAGES);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  port = (server.address() as AddressInfo).port;
  stop = () => server.close();
});
afterAll(() => {
  stop();
  rmSync(folder, { recursive: true });
});

async function fetchFile(name: string, { method = "GET", accepts = "" } = {}) {
  const headers = accepts ? { "accept-encoding": accepts } : {};
  const outgoing = request({ port, path: `/_next/static/${name}`, method, headers, agent: false }).end();
  const [answer] = await once(outgoing, "response");
  let body = "";
  for await (const chunk of answer) body += chunk;
  return { status: answer.statusCode, headers: answer.headers, body };
}

describe("a static file", () => {
  test.each([
    ["gzip, deflate, br, zstd", "by brotli", "br"],
    ["gzip, deflate", "by gzip", "gzip"],
    ["br;q=0, gzip", "by gzip", "gzip"],
    ["", "the script", undefined],
    ["zstd", "the script", undefined],
  ])("for Accept-Encoding '%s' is served as '%s'", async (accepts, body, encoding) => {
    const answer = await fetchFile("chunks/a.js", { accepts });
    expect(answer.body).toBe(body);
    expect(answer.headers).toMatchObject({
      "content-type": "text/javascript; charset=utf-8",
      "content-length": String(body.length),
      "cache-control": "public, max-age=31536000, immutable",
      vary: "accept-encoding",
    });
    expect(answer.headers["content-encoding"]).toBe(encoding);
  });

  test("that the build does not compress is served unencoded, whatever its query", async () => {
    const answer = await fetchFile("face.woff2?v=1", { accepts: "br" });
    expect(answer).toMatchObject({ body: "the face", headers: { "content-type": "font/woff2" } });
  });

  test("is served after its removal from disk", async () => {
    rmSync(path.join(folder, "face.woff2"));
    expect((await fetchFile("face.woff2")).body).toBe("the face");
  });

  test("accepts HEAD and refuses POST", async () => {
    expect(await fetchFile("chunks/a.js", { method: "HEAD", accepts: "br" })).toMatchObject({
      status: 200,
      body: "",
      headers: { "content-length": "9" },
    });
    expect(await fetchFile("chunks/a.js", { method: "POST" })).toMatchObject({
      status: 405,
      headers: { allow: "GET, HEAD" },
    });
  });
});

test.each(["chunks/b.js", "notes.txt", "chunks/a.js.br", "../server.mjs", "chunks/%61.js", "__proto__"])(
  "%s is passed to the pages",
  async (name) => {
    expect((await fetchFile(name)).body).toBe(PAGES);
  },
);
