import { Failure, invalid } from "@/lib/core/errors";
import { once } from "@/lib/process";

const attached = once("bodies", () => new WeakMap<Request, Buffer>());

/** Hands over a body that the front door has already read, so that no Web stream need be made for it. */
export function attachBody(request: Request, bytes: Buffer): void {
  attached.set(request, bytes);
}

/**
 * Reads a whole body, counting while it comes. Throws `Failure("body_too_large")` at the first byte too many,
 * with no more than the limit held.
 */
export async function readBody(request: Request, limitBytes: number): Promise<Buffer> {
  const bytes = attached.get(request);
  if (bytes) return bytes;
  if (Number(request.headers.get("content-length") ?? 0) > limitBytes) throw tooLarge(limitBytes);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > limitBytes) throw tooLarge(limitBytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}

/** The failure for a body over the limit (RFC 9110, 413). */
export function tooLarge(limitBytes: number): Failure {
  return new Failure("body_too_large", { detail: `Send at most ${limitBytes} bytes.` });
}

/**
 * Throws `Failure("unsupported_media_type")` unless the request says that its body is JSON (§1), as it is: nothing
 * that comes from outside is decompressed here (RFC 9110 §15.5.16).
 */
export function requireJson(request: Request): void {
  const coding = request.headers.get("content-encoding")?.trim().toLowerCase() ?? "identity";
  if (coding !== "identity" && coding !== "") {
    throw new Failure("unsupported_media_type", {
      detail: "Send the body as it is, without the header Content-Encoding.",
      headers: { "accept-encoding": "identity" },
    });
  }
  const type = (request.headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase();
  if (type === "application/json") return;
  throw new Failure("unsupported_media_type", {
    detail: "Send the body as JSON with the header Content-Type: application/json.",
    headers: { accept: "application/json" },
  });
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Reads JSON (RFC 8259: UTF-8, no byte order mark). Throws `Failure("invalid_request")` that says what is wrong. */
export function parseJson(bytes: Buffer): unknown {
  if (bytes.length === 0) throw invalid("", "The body is empty. Send a JSON object.");
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    throw invalid("", "The body is not valid UTF-8. Encode it as UTF-8.");
  }
  if (text.startsWith("\uFEFF"))
    throw invalid("", "The body starts with a byte order mark. Send it without.");
  try {
    return JSON.parse(text);
  } catch {
    throw invalid("", "The body is not valid JSON. Check its quotes, commas and brackets.");
  }
}
