import { describe, expect, it } from "vitest";
import { lazyResponse } from "../response/lazy-response";
import { serve } from "../serve";
import { readBody, requireJson } from "./body";

const request = (headers: Record<string, string>) =>
  new Request("http://a/", { method: "POST", body: "{}", headers });

it("a JSON body with or without the identity coding is accepted", () => {
  const codings: Record<string, string>[] = [{}, { "content-encoding": "identity" }];
  for (const coding of codings) {
    expect(() => requireJson(request({ "content-type": "application/json", ...coding }))).not.toThrow();
  }
});

it.each(["gzip", "br", "deflate", "zstd", "GZIP", "gzip, identity"])(
  "a body with the coding %s is rejected, not decoded",
  (coding) => {
    expect(() =>
      requireJson(request({ "content-type": "application/json", "content-encoding": coding })),
    ).toThrow(expect.objectContaining({ code: "unsupported_media_type" }));
  },
);

describe("a large body that the HTTP server has not read", () => {
  const MIB = 1024 * 1024;
  const limit = () => 16 * MIB;
  let read = 0;
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const handler = serve(async (request) => {
    const { length } = await readBody(request, limit);
    read++;
    await answered;
    return lazyResponse(200, String(length), {});
  }, limit);
  /** Sends chunks of one MiB, with or without `Content-Length`; `fails` aborts them as a disconnected client does. */
  const send = (mebibytes: number, { isAnnounced = true, fails = false } = {}) => {
    let left = mebibytes;
    const pull = (controller: ReadableStreamDefaultController<Uint8Array>) => {
      if (left-- > 0) return controller.enqueue(new Uint8Array(MIB));
      return fails ? controller.error(new Error("aborted")) : controller.close();
    };
    const request = new Request("http://a/v1/uploads", {
      method: "POST",
      body: new ReadableStream({ pull }),
      headers: isAnnounced ? { "content-length": String(mebibytes * MIB) } : {},
      duplex: "half",
    } as RequestInit);
    return handler(request, { params: Promise.resolve({}) });
  };

  it("is read under the route's limit and counts against the memory budget until it is answered", async () => {
    const four = [send(15), send(15, { isAnnounced: false }), send(15), send(15, { isAnnounced: false })];
    await expect.poll(() => read).toBe(4);
    for (const isAnnounced of [true, false]) {
      const refused = await send(15, { isAnnounced });
      expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "5"]);
    }
    answer();
    for (const response of await Promise.all(four)) expect(await response.text()).toBe(String(15 * MIB));
    for (const isAnnounced of [true, false]) {
      expect((await send(17, { isAnnounced })).status).toBe(413);
      expect((await send(15, { isAnnounced, fails: true })).status).toBe(500);
    }
    const again = await Promise.all(Array.from({ length: 4 }, () => send(16)));
    expect(again.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });
});
