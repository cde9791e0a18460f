import { type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { pipeline } from "node:stream/promises";
import { newId } from "@/lib/core/ids";
import { env } from "@/lib/env";
import { SECURE_HEADERS } from "@/lib/http/envelope";
import { errorResponse, failureOf } from "@/lib/http/error-response";
import { lazyPartsOf } from "@/lib/http/lazy-response";
import { log } from "@/lib/log";
import { hstsHeaders } from "@/lib/security/hsts";
import { CHUNK_OVERHEAD_BYTES } from "./read-body";
import { pathOf } from "./router";

/** Headers that every answer of the service carries, by the address that browsers reach it by. */
export function transportHeaders(): Readonly<Record<string, string>> {
  known ??= hstsHeaders(env().authUrl);
  return known;
}
let known: Readonly<Record<string, string>> | undefined;

/** How a pipeline says that whom it wrote to is gone. */
const CLIENT_LEFT: ReadonlySet<unknown> = new Set([
  "ERR_STREAM_PREMATURE_CLOSE",
  "ERR_STREAM_DESTROYED",
  "ERR_STREAM_UNABLE_TO_PIPE",
]);

/**
 * Writes a handler's answer. A text goes out in one piece with its length; pieces as fast as the client takes them.
 * Where the making of a piece fails the connection is reset, so that half an answer is never taken for a whole one,
 * and the failure is logged; when the client leaves no more pieces are made. Never rejects because of either.
 */
export async function writeResponse(outgoing: ServerResponse, response: Response): Promise<void> {
  const plain = lazyPartsOf(response);
  if (typeof plain?.body === "string") {
    const length = String(Buffer.byteLength(plain.body));
    const headers = { "content-length": length, ...transportHeaders(), ...plain.headers };
    outgoing.writeHead(plain.status, headers).end(plain.body);
    return;
  }
  const body = plain?.body ?? response.body;
  outgoing.writeHead(response.status, {
    ...transportHeaders(),
    ...(plain?.headers ?? headersOf(response)),
  });
  if (body === null || outgoing.req.method === "HEAD" || outgoing.destroyed) {
    outgoing.end();
    await body?.[Symbol.asyncIterator]().return?.();
    return;
  }
  try {
    await pipeline(resettingOnFailure(body, outgoing.req.socket), outgoing);
  } catch (thrown) {
    if (thrown instanceof Error && "code" in thrown && CLIENT_LEFT.has(thrown.code)) return;
    const { internal } = failureOf(thrown);
    const requestId = plain ? plain.headers["x-request-id"] : response.headers.get("x-request-id");
    log.error({ requestId, internal }, "an answer was cut");
  }
}

/**
 * Hands on pieces, and resets the connection where the next cannot be made. A mere close would do over HTTP/1.1, whose
 * chunks then lack their end; to a proxy that speaks HTTP/1.0 to us, as nginx does unless told otherwise, it is the end.
 */
async function* resettingOnFailure(pieces: AsyncIterable<Uint8Array | string>, socket: Socket) {
  try {
    yield* pieces;
  } catch (thrown) {
    socket.resetAndDestroy();
    throw thrown;
  }
}

/** The headers of a response by name; `set-cookie` alone may have several values. */
function headersOf({ headers }: Response): Record<string, string | string[]> {
  const cookies = headers.getSetCookie();
  return { ...Object.fromEntries(headers), ...(cookies.length > 0 && { "set-cookie": cookies }) };
}

/** How much of a refused body is thrown away, each piece counted for what it costs beside its bytes. */
const THROW_AWAY_BYTES = 2 * 1024 * 1024;

/**
 * Answers a failure that the door itself met, as problem details. Where the request has not wholly arrived, the
 * answer goes out at once and our half of the connection is closed; what still comes is thrown away for up to
 * `lingerMs`, or its sender would meet a reset instead of the answer. What is too much to throw away is left unread.
 */
export async function refuse(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  thrown: unknown,
  lingerMs: number,
): Promise<void> {
  const { socket } = incoming;
  if (socket.destroyed) return;
  const requestId = newId("request");
  const failure = failureOf(thrown);
  if (failure.code === "internal") log.error({ requestId, internal: failure.internal }, "the door failed");
  else
    log.info(
      {
        requestId,
        method: incoming.method,
        path: pathOf(incoming.url ?? "").slice(0, 200),
        error: failure.code,
      },
      "request refused",
    );
  if (outgoing.headersSent) {
    socket.destroy();
    return;
  }
  const response = errorResponse(failure, requestId);
  const text = await response.text();
  const headers = {
    ...transportHeaders(),
    ...Object.fromEntries(response.headers),
    "content-length": String(Buffer.byteLength(text)),
  };
  if (incoming.complete) {
    outgoing.writeHead(response.status, headers).end(text);
    return;
  }
  outgoing.writeHead(response.status, { ...headers, connection: "close" }).write(text);
  socket.end();
  const timer = setTimeout(() => socket.destroy(), lingerMs);
  socket.on("close", () => clearTimeout(timer));
  let thrownAwayBytes = 0;
  incoming.on("error", () => undefined).on("end", () => socket.destroy());
  incoming.on("data", (chunk: Buffer) => {
    thrownAwayBytes += chunk.length + CHUNK_OVERHEAD_BYTES;
    if (thrownAwayBytes > THROW_AWAY_BYTES) incoming.pause();
  });
}

/** The whole answer, as it goes over the wire, to what could not be read as a request. */
export function rawRefusal(status: 400 | 405 | 408 | 431, detail: string): string {
  const requestId = newId("request");
  const title = STATUS_CODES[status];
  const problem = {
    success: false,
    type: "about:blank",
    title,
    status,
    code: status === 405 ? "method_not_allowed" : "invalid_request",
    detail,
    request_id: requestId,
  };
  const body = JSON.stringify(problem);
  const headers = {
    ...SECURE_HEADERS,
    ...transportHeaders(),
    "content-type": "application/problem+json",
    "content-length": Buffer.byteLength(body),
    "x-request-id": requestId,
    ...(status === 405 && { allow: "GET, HEAD, POST, PUT, PATCH, DELETE" }),
    connection: "close",
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return `HTTP/1.1 ${status} ${title}\r\n${lines.join("\r\n")}\r\n\r\n${body}`;
}
