import { type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { pipeline } from "node:stream/promises";
import type { Failure } from "@/lib/core/errors/errors";
import { newId } from "@/lib/core/ids";
import { PAYMENT_PAGE_PREFIX } from "@/lib/core/paths";
import { env } from "@/lib/env";
import { SECURE_HEADERS } from "@/lib/http/response/envelope";
import { toFailure } from "@/lib/http/response/error-response";
import { getLazyParts } from "@/lib/http/response/lazy-response";
import { toProblem } from "@/lib/http/response/problem";
import { log } from "@/lib/log";
import { hstsHeaders } from "@/lib/security/hsts";
import { parsePath } from "../router";
import { CHUNK_OVERHEAD_BYTES } from "./read-body";

/** Returns the headers of every response, which depend on the service's public address (`AUTH_URL`). */
export function transportHeaders(): Readonly<Record<string, string>> {
  cachedHeaders ??= hstsHeaders(env().authUrl);
  return cachedHeaders;
}
let cachedHeaders: Readonly<Record<string, string>> | undefined;

/** Error codes of a pipeline whose client has disconnected. */
const CLIENT_DISCONNECTED: ReadonlySet<unknown> = new Set([
  "ERR_STREAM_PREMATURE_CLOSE",
  "ERR_STREAM_DESTROYED",
  "ERR_STREAM_UNABLE_TO_PIPE",
]);

/**
 * Writes a handler's response: a text in one write with its length, a stream as fast as the client reads. If the
 * stream fails, the connection is reset, so that a partial response is never taken for a complete one, and the error
 * is logged; if the client disconnects, the stream is cancelled. Neither rejects. Returns a promise only for what is not
 * written when it returns.
 */
export function writeResponse(outgoing: ServerResponse, response: Response): Promise<void> | undefined {
  const plain = getLazyParts(response);
  if (typeof plain?.body === "string") {
    const length = String(Buffer.byteLength(plain.body));
    const headers = { "content-length": length, ...transportHeaders(), ...plain.headers };
    outgoing.writeHead(plain.status, headers).end(plain.body);
    return undefined;
  }
  outgoing.writeHead(response.status, {
    ...transportHeaders(),
    ...(plain?.headers ?? headersOf(response)),
  });
  const requestId = plain ? plain.headers["x-request-id"] : response.headers.get("x-request-id");
  return writeStream(outgoing, plain?.body ?? response.body, requestId);
}

async function writeStream(
  outgoing: ServerResponse,
  body: AsyncIterable<Uint8Array | string> | null,
  requestId: string | null | undefined,
): Promise<void> {
  if (body === null || outgoing.req.method === "HEAD" || outgoing.destroyed) {
    outgoing.end();
    await body?.[Symbol.asyncIterator]().return?.();
    return;
  }
  try {
    await pipeline(resettingOnFailure(body, outgoing.req.socket), outgoing);
  } catch (thrown) {
    if (thrown instanceof Error && "code" in thrown && CLIENT_DISCONNECTED.has(thrown.code)) return;
    const { internal } = toFailure(thrown);
    log.error({ requestId, internal }, "a response stream failed");
  }
}

/**
 * Passes chunks on, and resets the connection if the next one fails. A plain close would suffice over HTTP/1.1, where
 * the last chunk is then missing; a proxy that uses HTTP/1.0 (nginx by default) takes a close as the end of the
 * response.
 */
async function* resettingOnFailure(chunks: AsyncIterable<Uint8Array | string>, socket: Socket) {
  try {
    yield* chunks;
  } catch (thrown) {
    socket.resetAndDestroy();
    throw thrown;
  }
}

/** Returns the headers of a response by name; only `set-cookie` can have several values. */
function headersOf({ headers }: Response): Record<string, string | string[]> {
  const cookies = headers.getSetCookie();
  return { ...Object.fromEntries(headers), ...(cookies.length > 0 && { "set-cookie": cookies }) };
}

/** Returns the path of a request as the log shows it: at most 200 characters, and no token of a payment page. */
function formatLoggedPath(target: string): string {
  const path = parsePath(target);
  return path.startsWith(PAYMENT_PAGE_PREFIX) ? `${PAYMENT_PAGE_PREFIX}…` : path.slice(0, 200);
}

/** How much of a refused body is read and discarded, including the overhead of its chunks. */
const MAX_DISCARDED_BYTES = 2 * 1024 * 1024;

/**
 * Responds to a request that failed in the HTTP server itself, with problem details. If the request has not arrived
 * completely, the response is sent at once and our half of the connection is closed; the rest of the body is
 * discarded for up to `lingerMs`, because the sender would otherwise receive a reset instead of the response. Beyond
 * `MAX_DISCARDED_BYTES` it is left unread.
 */
export function writeRefusal(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  thrown: unknown,
  lingerMs: number,
): void {
  const { socket } = incoming;
  if (socket.destroyed) return;
  const requestId = newId("request");
  const failure = toFailure(thrown);
  if (failure.code === "internal")
    log.error({ requestId, internal: failure.internal }, "the HTTP server failed");
  else
    log.info(
      {
        requestId,
        method: incoming.method,
        path: formatLoggedPath(incoming.url ?? ""),
        error: failure.code,
      },
      "request refused",
    );
  if (outgoing.headersSent) {
    socket.destroy();
    return;
  }
  const { status, headers, body } = refusalParts(failure, requestId);
  if (incoming.complete) {
    outgoing.writeHead(status, headers).end(body);
    return;
  }
  outgoing.writeHead(status, { ...headers, connection: "close" }).write(body);
  socket.end();
  const timer = setTimeout(() => socket.destroy(), lingerMs);
  socket.on("close", () => clearTimeout(timer));
  let discardedBytes = 0;
  incoming.on("error", () => undefined).on("end", () => socket.destroy());
  incoming.on("data", (chunk: Buffer) => {
    discardedBytes += chunk.length + CHUNK_OVERHEAD_BYTES;
    if (discardedBytes > MAX_DISCARDED_BYTES) incoming.pause();
  });
}

/** Returns the raw HTTP response to bytes that could not be parsed as a request. */
export function formatRawRefusal(failure: Failure): string {
  const { status, headers, body } = refusalParts(failure, newId("request"));
  const lines = Object.entries({ ...headers, connection: "close" }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("\r\n")}\r\n\r\n${body}`;
}

/** The problem details of a refusal, with all its headers. */
function refusalParts(failure: Failure, requestId: string) {
  const { status, headers: problemHeaders, body } = toProblem(failure, requestId);
  const headers: Record<string, string | number> = {
    ...SECURE_HEADERS,
    ...transportHeaders(),
    "x-request-id": requestId,
    ...problemHeaders,
    "content-length": Buffer.byteLength(body),
  };
  return { status, headers, body };
}
