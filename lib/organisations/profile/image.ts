import { invalid } from "@/lib/core/errors/errors";
import type { LogoType } from "@/lib/db/schema";
import {
  LOGO_SIDE_LIMIT,
  LOGO_SIZE_LIMIT,
  MAX_LOGO_BYTES,
  MAX_LOGO_PIXELS,
  MIN_LOGO_PIXELS,
} from "../labels";

/** What an image's own bytes say: its kind, and its width and height in pixels. */
interface ImageFacts {
  type: LogoType;
  width: number;
  height: number;
}

const PNG_SIGNATURE = Buffer.from("89504e470d0a1a0a", "hex");

/** The header chunk IHDR comes first (PNG specification, §5.6). */
function readPng(bytes: Buffer): ImageFacts | undefined {
  if (!bytes.subarray(0, 8).equals(PNG_SIGNATURE) || bytes.length < 24) return undefined;
  if (bytes.toString("latin1", 12, 16) !== "IHDR") return undefined;
  return { type: "png", width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

/** Whether a JPEG segment is a frame header: SOF0 to SOF15, without the tables DHT, JPG and DAC in between. */
const isFrameHeader = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

/** Segments of stated lengths lead to the frame header (ITU T.81, annex B). */
function readJpeg(bytes: Buffer): ImageFacts | undefined {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return undefined;
  for (let at = 2; at + 9 <= bytes.length; ) {
    const marker = bytes.readUInt16BE(at) - 0xff00;
    // 0xffff: a fill byte before the marker.
    if (marker === 0xff) at += 1;
    else if (marker < 0xc0) return undefined;
    else if (isFrameHeader(marker))
      return { type: "jpeg", width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
    else at += 2 + bytes.readUInt16BE(at + 2);
  }
  return undefined;
}

/** The first chunk of a RIFF container has the size, in a form of its own for each of WebP's three kinds. */
function readWebp(bytes: Buffer): ImageFacts | undefined {
  if (bytes.length < 30 || bytes.toString("latin1", 0, 4) !== "RIFF") return undefined;
  const chunk = bytes.toString("latin1", 8, 16);
  const size = (width: number, height: number): ImageFacts => ({ type: "webp", width, height });
  if (chunk === "WEBPVP8X") return size(bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1);
  if (chunk === "WEBPVP8L" && bytes[20] === 0x2f) {
    const bits = bytes.readUInt32LE(21);
    return size((bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1);
  }
  if (chunk === "WEBPVP8 " && bytes.readUIntBE(23, 3) === 0x9d012a)
    return size(bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff);
  return undefined;
}

const isAllowedSide = (pixels: number) => pixels >= MIN_LOGO_PIXELS && pixels <= MAX_LOGO_PIXELS;

/**
 * Returns what the bytes of a logo say about it. Throws `Failure("invalid_request")` for `/image` unless it is a PNG, JPEG or
 * WebP image of at most 512 KB with 64 to 2,048 pixels on each side. Drawings (SVG) can contain scripts and are refused.
 */
export function requireLogoImage(bytes: Buffer): ImageFacts {
  if (bytes.length > MAX_LOGO_BYTES)
    throw invalid("/image", `image must have ${LOGO_SIZE_LIMIT}. Save it smaller, or with more compression.`);
  const facts = readPng(bytes) ?? readJpeg(bytes) ?? readWebp(bytes);
  if (!facts) throw invalid("/image", "image must be a PNG, JPEG or WebP file. Save it as one of these.");
  const { width, height } = facts;
  if (isAllowedSide(width) && isAllowedSide(height)) return facts;
  throw invalid(
    "/image",
    `image must have ${LOGO_SIDE_LIMIT}, and has ${width} × ${height}. Scale or crop it.`,
  );
}
