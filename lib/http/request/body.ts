import { Failure, invalid } from "@/lib/core/errors/errors";
import { singleton } from "@/lib/process-singleton";
import { IncomingBody } from "./incoming-body";
import { getReceived } from "./received";

const readBodies = singleton("read bodies", () => new WeakMap<Request, IncomingBody>());

/**
 * Reads a whole body; a second call returns the same bytes, as does a call for a body that the HTTP server has received,
 * within its limit; `limitBytes` is called only for a body that is still to be read. Throws `Failure("body_too_large")` at the
 * first byte over the limit, without buffering more than the limit, and `Failure("unavailable")` if the large bodies in flight
 * have used up the memory budget. The caller must call `releaseBody` when the request is answered.
 */
export async function readBody(request: Request, limitBytes: () => number): Promise<Buffer> {
  const { body: bytes } = getReceived(request);
  if (bytes) return bytes;
  const previous = readBodies.get(request);
  if (previous) return previous.bytes();
  const body = new IncomingBody(limitBytes(), Number(request.headers.get("content-length") ?? 0));
  readBodies.set(request, body);
  for await (const chunk of request.body ?? []) body.append(chunk);
  return body.bytes();
}

/** Returns the bytes of a body that `readBody` has read; undefined if none was read. Call it before `releaseBody`. */
export function peekBody(request: Request): Buffer | undefined {
  return getReceived(request).body ?? readBodies.get(request)?.bytes();
}

/** Releases the memory that `readBody` reserved for a request. No effect if it read none. */
export function releaseBody(request: Request): void {
  readBodies.get(request)?.release();
}

/**
 * Throws `Failure("unsupported_media_type")` unless the request's body is JSON (§1) without a content coding: compressed
 * bodies are not accepted (RFC 9110 §15.5.16).
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

/** Parses JSON (RFC 8259: UTF-8, no byte order mark). Throws `Failure("invalid_request")` with the reason. */
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
