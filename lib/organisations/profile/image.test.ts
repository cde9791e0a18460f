/** Guarantee: a logo is what its bytes say: a PNG, JPEG or WebP image within the limits, whatever its name. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { jpegHeader, pngHeader, webpHeader } from "../testing/images";
import { requireLogoImage } from "./image";

describe("the kind and the size", () => {
  test.each([
    ["PNG", pngHeader(300, 120), "png"],
    ["JPEG, behind other segments and a fill byte", jpegHeader(300, 120), "jpeg"],
    ["lossy WebP", webpHeader("VP8 ", 300, 120), "webp"],
    ["lossless WebP", webpHeader("VP8L", 300, 120), "webp"],
    ["extended WebP", webpHeader("VP8X", 300, 120), "webp"],
  ])("of %s", (_, bytes, type) => expect(requireLogoImage(bytes)).toEqual({ type, width: 300, height: 120 }));

  test("of a real file", () =>
    expect(requireLogoImage(readFileSync("app/icons/192.png"))).toEqual({
      ...{ type: "png", width: 192, height: 192 },
    }));
});

/** Returns the detail of the failure, which must be about `/image`. */
function refusal(bytes: Buffer): string {
  try {
    requireLogoImage(bytes);
  } catch (thrown) {
    expect(thrown).toMatchObject({ code: "invalid_request", faults: [{ pointer: "/image" }] });
    return thrown instanceof Error ? thrown.message : "";
  }
  return "not refused";
}

describe("refused, with the limit and the fix", () => {
  test.each([
    ["SVG", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100"/>')],
    ["GIF", Buffer.from("GIF89a\x80\0\x80\0")],
    ["text named as an image", Buffer.from("an image")],
    ["nothing", Buffer.alloc(0)],
    ["PNG signature without a header", pngHeader(300, 120).subarray(0, 12)],
    ["JPEG without a frame", jpegHeader(300, 120).subarray(0, 11)],
    ["WebP that ends in its header", webpHeader("VP8X", 300, 120).subarray(0, 20)],
    ["WebP of an unknown kind", Buffer.from(`RIFF\0\0\0\0WEBPVP9 ${"\0".repeat(30)}`, "latin1")],
  ])("%s", (_, bytes) =>
    expect(refusal(bytes)).toBe("image must be a PNG, JPEG or WebP file. Save it as one of these."),
  );

  test.each([
    [63, 64],
    [64, 63],
    [2049, 64],
    [64, 2049],
  ])("%i × %i pixels", (width, height) =>
    expect(refusal(pngHeader(width, height))).toBe(
      `image must have 64 to 2,048 pixels on each side, and has ${width} × ${height}. Scale or crop it.`,
    ),
  );

  test("more than 512 KB, and not exactly 512 KB", () => {
    const padded = (length: number) => Buffer.concat([pngHeader(64, 2048)], length);
    expect(refusal(padded(524_289))).toMatch(/^image must have at most 512 KB\. Save it smaller/);
    expect(requireLogoImage(padded(524_288))).toEqual({ type: "png", width: 64, height: 2048 });
  });
});
