import type { IncomingMessage, ServerResponse } from "node:http";
import { tooLarge } from "@/lib/http/body";

function announcedLength({ headers }: IncomingMessage): number {
  return headers["transfer-encoding"] ? Number.POSITIVE_INFINITY : Number(headers["content-length"] ?? 0);
}

/** Tells a client that asked first (`Expect: 100-continue`) to send its body. */
export function welcomeBody(request: IncomingMessage, response: ServerResponse): void {
  if (request.headers.expect?.toLowerCase() === "100-continue") response.writeContinue();
}

/** Throws `Failure("body_too_large")` where the length that is announced is over the limit already. */
export function refuseAnnounced(request: IncomingMessage, limitBytes: number): void {
  if (Number(request.headers["content-length"] ?? 0) > limitBytes) throw tooLarge(limitBytes);
}

/**
 * Receives a whole body, never holding more than the limit. Resolves to undefined where the client left before the
 * end of it. Throws `Failure("body_too_large")` at the announcement, or at the first byte too many.
 */
export async function receiveBody(
  request: IncomingMessage,
  response: ServerResponse,
  limitBytes: number,
): Promise<Buffer | undefined> {
  refuseAnnounced(request, limitBytes);
  if (announcedLength(request) === 0) return Buffer.alloc(0);
  welcomeBody(request, response);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const take = (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limitBytes) return chunks.push(chunk);
      request.off("data", take);
      chunks.length = 0;
      return reject(tooLarge(limitBytes));
    };
    request.on("data", take);
    request.on("end", () => resolve(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks, size)));
    request.on("error", () => resolve(undefined));
    request.on("close", () => resolve(undefined));
  });
}

/**
 * Counts a body that somebody else reads as a stream, and cuts the connection at the first byte too many: by then
 * an answer may have begun.
 */
export function capBody(request: IncomingMessage, limitBytes: number): void {
  const push = request.push.bind(request);
  let size = 0;
  request.push = (chunk: Buffer | null, encoding?: BufferEncoding) => {
    size += chunk?.length ?? 0;
    if (size <= limitBytes) return push(chunk, encoding);
    request.destroy();
    return false;
  };
}
