import type { IncomingMessage, ServerResponse } from "node:http";
import { Failure } from "@/lib/core/errors";
import { IncomingBody, noRoom, tooLarge } from "@/lib/http/incoming-body";
import type { Limits } from "./limits";

/** Tells a client that asked first (`Expect: 100-continue`) to send its body. */
export function send100Continue(request: IncomingMessage, response: ServerResponse): void {
  if (request.headers.expect?.toLowerCase() === "100-continue") response.writeContinue();
}

/** Throws `Failure("body_too_large")` where the length that is announced is over the limit already. */
export function refuseAnnounced(request: IncomingMessage, limitBytes: number): void {
  if (Number(request.headers["content-length"] ?? 0) > limitBytes) throw tooLarge(limitBytes);
}

/** A network's pieces are thrice that long. Each costs time and memory, however little it holds. */
const SHORTEST_PIECES_BYTES = 512;
const FEW_PIECES = 1_000;
/** What a piece costs beside its bytes. */
export const CHUNK_OVERHEAD_BYTES = 1_024;

/** A body that is still arriving. */
interface Arriving {
  /** What it costs in memory. A large one costs nothing here: it has reserved its size elsewhere. */
  cost: number;
  refuse(failure: unknown): void;
}

const tooManyPieces = () =>
  new Failure("invalid_request", { detail: "The body comes in too many pieces. Send it in larger ones." });

/** Receives a whole body; see `bodyReceiver`. */
export type ReceiveBody = (
  request: IncomingMessage,
  response: ServerResponse,
  limitBytes: number,
) => Promise<IncomingBody | undefined>;

/**
 * Makes the receiver of bodies, which never holds more of one than its limit, nor more of all that are still arriving
 * than theirs: then the largest is refused, which is never a short notice that came in one piece. Bodies over 1 MiB
 * share a budget of their own instead (`IncomingBody`): one that finds no room there is refused. It resolves to
 * undefined where the client left before the end of its body; what it resolves to otherwise is the caller's to release.
 * It throws `Failure("body_too_large")` at the announcement, or at the first byte too many,
 * `Failure("invalid_request")` for a body in crumbs, and `Failure("unavailable")` where there is no room or a large body
 * is too slow to arrive in time.
 */
export function bodyReceiver(
  limits: Pick<Limits, "arrivingLimitBytes" | "requestTimeoutMs" | "progressCheckMs">,
): ReceiveBody {
  const arriving = new Set<Arriving>();
  let held = 0;
  const charge = (body: Arriving, cost: number) => {
    held += cost - body.cost;
    body.cost = cost;
    if (held <= limits.arrivingLimitBytes) return;
    const largest = [...arriving].reduce((most, one) => (one.cost > most.cost ? one : most));
    largest.refuse(noRoom("Too many bodies are in flight. Send this one again later."));
  };
  return async (request, response, limitBytes) => {
    const announcedBytes = Number(request.headers["content-length"] ?? 0);
    const body = new IncomingBody(limitBytes, announcedBytes);
    if (announcedBytes === 0 && !request.headers["transfer-encoding"]) return body;
    send100Continue(request, response);
    const mostPieces = Math.max(FEW_PIECES, limitBytes / SHORTEST_PIECES_BYTES);
    let pieces = 0;
    return new Promise((resolve, reject) => {
      const finish = (settle: () => void) => {
        stopWatch?.();
        if (!arriving.delete(entry)) return;
        held -= entry.cost;
        settle();
      };
      const entry: Arriving = {
        cost: 0,
        refuse: (failure) =>
          finish(() => {
            request.off("data", take);
            body.release();
            reject(failure);
          }),
      };
      const take = (chunk: Buffer) => {
        try {
          body.append(chunk);
          if (++pieces > mostPieces) throw tooManyPieces();
        } catch (failure) {
          return entry.refuse(failure);
        }
        charge(entry, body.isLarge ? 0 : body.size + pieces * CHUNK_OVERHEAD_BYTES);
      };
      const leave = () =>
        finish(() => {
          body.release();
          resolve(undefined);
        });
      const stopWatch = body.isLarge ? watchProgress(body, announcedBytes, limits, entry.refuse) : undefined;
      arriving.add(entry);
      request.on("data", take).on("error", leave).on("close", leave);
      request.on("end", () => finish(() => resolve(body)));
    });
  };
}

/**
 * Refuses a large body that arrives more slowly than its announced length in `requestTimeoutMs`. It has reserved all
 * of that length, so a sender that stalls would keep others out without sending anything. One in chunks has reserved
 * no more than it sent. Returns what ends the watch.
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
    if (body.size < dueBytes) refuse(noRoom("The body arrives too slowly. Send it again."));
  }, progressCheckMs);
  return () => clearInterval(timer);
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
