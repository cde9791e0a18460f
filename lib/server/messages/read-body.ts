import type { IncomingMessage, ServerResponse } from "node:http";
import { Failure } from "@/lib/core/errors/errors";
import { InFlightList } from "@/lib/core/in-flight/in-flight-list";
import { bodyBudgetExceeded, bodyTooLarge, IncomingBody } from "@/lib/http/request/incoming-body";
import type { Limits } from "../connections/limits";

/** Sends 100 Continue to a client that waits for it before it sends its body (`Expect: 100-continue`). */
export function send100Continue(request: IncomingMessage, response: ServerResponse): void {
  if (request.headers.expect?.toLowerCase() === "100-continue") response.writeContinue();
}

/** Throws `Failure("body_too_large")` if the declared `Content-Length` is above the limit. */
export function rejectDeclaredLength(request: IncomingMessage, limitBytes: number): void {
  if (Number(request.headers["content-length"] ?? 0) > limitBytes) throw bodyTooLarge(limitBytes);
}

/** Smallest average chunk size; network packets are three times as large. Each chunk costs time and memory. */
const MIN_AVERAGE_CHUNK_BYTES = 512;
const MIN_CHUNK_LIMIT = 1_000;
/** The memory overhead of a chunk. */
export const CHUNK_OVERHEAD_BYTES = 1_024;

/** A body that is still arriving. */
interface Arriving {
  /** Its memory in bytes; 0 for a large body, which has reserved its size in the shared budget. */
  cost: number;
  refuse(failure: unknown): void;
}

const tooManyChunks = () =>
  new Failure("invalid_request", { detail: "The body comes in too many pieces. Send it in larger ones." });

/** Receives a complete body; see `createBodyReceiver`. */
export type ReceiveBody = (
  request: IncomingMessage,
  response: ServerResponse,
  limitBytes: number,
) => Promise<IncomingBody | undefined>;

/**
 * Creates the function that receives bodies. It buffers no more of a body than its limit and no more of all arriving
 * bodies than `arrivingLimitBytes`; above that the largest is refused, which is never a short notification sent in
 * one chunk. Bodies over 1 MiB share a separate budget (`IncomingBody`) and are refused if it is used up. Resolves to
 * undefined if the client disconnected before the end of its body; otherwise the caller must release the result.
 * Throws `Failure("body_too_large")` on the declared length or the first byte above the limit,
 * `Failure("invalid_request")` for a body in many small chunks, and `Failure("unavailable")` if there is no memory
 * left or a large body arrives too slowly.
 */
export function createBodyReceiver(
  limits: Pick<Limits, "arrivingLimitBytes" | "requestTimeoutMs" | "progressCheckMs">,
): ReceiveBody {
  const arriving = new InFlightList<Arriving>();
  let totalCost = 0;
  const charge = (body: Arriving, cost: number) => {
    totalCost += cost - body.cost;
    body.cost = cost;
    if (totalCost <= limits.arrivingLimitBytes) return;
    const largest = [...arriving].reduce((most, one) => (one.cost > most.cost ? one : most));
    largest.refuse(bodyBudgetExceeded("Too many bodies are in flight. Send this one again later."));
  };
  return (request, response, limitBytes) => {
    const announcedBytes = Number(request.headers["content-length"] ?? 0);
    const body = new IncomingBody(limitBytes, announcedBytes);
    if (announcedBytes === 0 && !request.headers["transfer-encoding"]) return Promise.resolve(body);
    send100Continue(request, response);
    const maxChunks = Math.max(MIN_CHUNK_LIMIT, limitBytes / MIN_AVERAGE_CHUNK_BYTES);
    let chunks = 0;
    return new Promise((resolve, reject) => {
      const finish = (settle: () => void) => {
        stopWatching?.();
        if (!arriving.remove(listed)) return;
        totalCost -= entry.cost;
        settle();
      };
      const entry: Arriving = {
        cost: 0,
        refuse: (failure) =>
          finish(() => {
            request.off("data", onData);
            body.release();
            reject(failure);
          }),
      };
      const onData = (chunk: Buffer) => {
        try {
          body.append(chunk);
          if (++chunks > maxChunks) throw tooManyChunks();
        } catch (failure) {
          return entry.refuse(failure);
        }
        charge(entry, body.isLarge ? 0 : body.size + chunks * CHUNK_OVERHEAD_BYTES);
      };
      const onDisconnect = () =>
        finish(() => {
          body.release();
          resolve(undefined);
        });
      const stopWatching = body.isLarge
        ? watchProgress(body, announcedBytes, limits, entry.refuse)
        : undefined;
      const listed = arriving.add(entry);
      request.on("data", onData).on("error", onDisconnect).on("close", onDisconnect);
      request.on("end", () => finish(() => resolve(body)));
    });
  };
}

/**
 * Refuses a large body that arrives too slowly to reach its declared length within `requestTimeoutMs`. The body has
 * reserved that length, so a stalled sender would block others without sending anything; a chunked body reserves only
 * what it has sent. Returns a function that ends the check.
 */
function watchProgress(
  body: IncomingBody,
  announcedBytes: number,
  { requestTimeoutMs, progressCheckMs }: Pick<Limits, "requestTimeoutMs" | "progressCheckMs">,
  refuse: (failure: Failure) => void,
): () => void {
  const startedAt = performance.now();
  const timer = setInterval(() => {
    const dueBytes = (announcedBytes * (performance.now() - startedAt)) / requestTimeoutMs;
    if (body.size < dueBytes) refuse(bodyBudgetExceeded("The body arrives too slowly. Send it again."));
  }, progressCheckMs);
  return () => clearInterval(timer);
}

/**
 * Limits a body that another component reads as a stream: destroys the connection at the first byte above the limit,
 * when a response may already have begun.
 */
export function limitBody(request: IncomingMessage, limitBytes: number): void {
  const push = request.push.bind(request);
  let size = 0;
  // A constant first, as in `attempt.ts`: an expression assigned to a property is allocated in the old generation.
  const pushWithinLimit = (chunk: Buffer | null, encoding?: BufferEncoding) => {
    size += chunk?.length ?? 0;
    if (size <= limitBytes) return push(chunk, encoding);
    request.destroy();
    return false;
  };
  request.push = pushWithinLimit;
}
