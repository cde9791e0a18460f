import { expect, it } from "vitest";
import { requireJson } from "./body";

const request = (headers: Record<string, string>) =>
  new Request("http://a/", { method: "POST", body: "{}", headers });

it("a body may be JSON, and may say that it is encoded in no way", () => {
  const codings: Record<string, string>[] = [{}, { "content-encoding": "identity" }];
  for (const coding of codings) {
    expect(() => requireJson(request({ "content-type": "application/json", ...coding }))).not.toThrow();
  }
});

it.each(["gzip", "br", "deflate", "zstd", "GZIP", "gzip, identity"])(
  "a body in %s is refused, not decoded",
  (coding) => {
    expect(() =>
      requireJson(request({ "content-type": "application/json", "content-encoding": coding })),
    ).toThrow(expect.objectContaining({ code: "unsupported_media_type" }));
  },
);
