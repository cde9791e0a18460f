import type { IncomingMessage, ServerResponse } from "node:http";
import { Failure } from "@/lib/core/errors";
import { tooLarge } from "@/lib/http/body";
import type { Limits } from "./limits";

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

/** A network's pieces are thrice that long. Each costs time and memory, however little it holds. */
const SHORTEST_PIECES_BYTES = 512;
const FEW_PIECES = 1_000;
/** What a piece costs beside its bytes. */
export const PIECE_BYTES = 1_024;

/** A body that is still arriving. */
interface Arriving {
  pieces: Buffer[];
  size: number;
  /** What it costs in memory. */
  cost: number;
  refuse(failure: Failure): void;
}

const tooManyPieces = () =>
  new Failure("invalid_request", { detail: "The body comes in too many pieces. Send it in larger ones." });

/** Receives a whole body; see `bodyReceiver`. */
export type ReceiveBody = (request: IncomingMessage, response: ServerResponse) => Promise<Buffer | undefined>;

/**
 * Makes the receiver of bodies, which never holds more of one than its limit, nor more of all that are still arriving
 * than theirs: then the largest is refused, which is never a short notice that came in one piece. It resolves to
 * undefined where the client left before the end of its body. It throws `Failure("body_too_large")` at the
 * announcement, or at the first byte too many, `Failure("invalid_request")` for a body in crumbs, and
 * `Failure("unavailable")` for the largest of too many.
 */
export function bodyReceiver(limits: Pick<Limits, "bodyLimitBytes" | "arrivingLimitBytes">): ReceiveBody {
  const { bodyLimitBytes, arrivingLimitBytes } = limits;
  const mostPieces = Math.max(FEW_PIECES, bodyLimitBytes / SHORTEST_PIECES_BYTES);
  const arriving = new Set<Arriving>();
  let held = 0;
  const forget = (body: Arriving) => {
    if (arriving.delete(body)) held -= body.cost;
  };
  const shed = () => {
    if (held <= arrivingLimitBytes) return;
    const largest = [...arriving].reduce((most, body) => (body.cost > most.cost ? body : most));
    largest.refuse(new Failure("unavailable", { headers: { "retry-after": "5" } }));
  };
  return async (request, response) => {
    refuseAnnounced(request, bodyLimitBytes);
    if (announcedLength(request) === 0) return Buffer.alloc(0);
    welcomeBody(request, response);
    return new Promise((resolve, reject) => {
      const body: Arriving = {
        pieces: [],
        size: 0,
        cost: 0,
        refuse: (failure) => {
          request.off("data", take);
          forget(body);
          body.pieces = [];
          reject(failure);
        },
      };
      const take = (chunk: Buffer) => {
        const cost = chunk.length + PIECE_BYTES;
        body.pieces.push(chunk);
        body.size += chunk.length;
        body.cost += cost;
        held += cost;
        if (body.size > bodyLimitBytes) return body.refuse(tooLarge(bodyLimitBytes));
        if (body.pieces.length > mostPieces) return body.refuse(tooManyPieces());
        return shed();
      };
      const leave = () => {
        forget(body);
        resolve(undefined);
      };
      arriving.add(body);
      request.on("data", take).on("error", leave).on("close", leave);
      request.on("end", () => {
        forget(body);
        const [only] = body.pieces;
        resolve(only && body.pieces.length === 1 ? only : Buffer.concat(body.pieces, body.size));
      });
    });
  };
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
