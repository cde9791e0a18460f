/** Returns the beginning of a PNG file of this size in pixels: its signature and its header chunk. */
export function pngHeader(width: number, height: number): Buffer {
  const bytes = Buffer.alloc(33);
  bytes.write("89504e470d0a1a0a0000000d49484452", "hex");
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
}

/** Returns the beginning of a JPEG file of this size in pixels: a comment, a fill byte, and a progressive frame header. */
export function jpegHeader(width: number, height: number): Buffer {
  const bytes = Buffer.from("ffd8fffe0006636f6d6dffffc2001108000000000301220002110103110100", "hex");
  bytes.writeUInt16BE(height, 16);
  bytes.writeUInt16BE(width, 18);
  return bytes;
}

/** Returns the beginning of a WebP file of this size in pixels, of one of the three kinds. */
export function webpHeader(kind: "VP8 " | "VP8L" | "VP8X", width: number, height: number): Buffer {
  const bytes = Buffer.alloc(40);
  bytes.write(`RIFF\0\0\0\0WEBP${kind}`, "latin1");
  if (kind === "VP8X") {
    bytes.writeUIntLE(width - 1, 24, 3);
    bytes.writeUIntLE(height - 1, 27, 3);
  } else if (kind === "VP8L") {
    bytes[20] = 0x2f;
    bytes.writeUInt32LE(((height - 1) << 14) | (width - 1), 21);
  } else {
    bytes.write("9d012a", 23, "hex");
    bytes.writeUInt16LE(width, 26);
    bytes.writeUInt16LE(height, 28);
  }
  return bytes;
}
