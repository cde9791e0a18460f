import { Failure } from "@/lib/core/errors";
import { singleton } from "@/lib/process-singleton";

/** The size above which a body counts against the budget. */
const LARGE_BODY_BYTES = 1024 * 1024;
/** What the large bodies of this process may hold together: four of the default `BANK_BODY_LIMIT_BYTES`. */
const BUDGET_BYTES = 64 * 1024 * 1024;

const budget = singleton("large body budget", () => ({ reservedBytes: 0 }));

/** The failure for a body over the limit (RFC 9110, 413). */
export function tooLarge(limitBytes: number): Failure {
  return new Failure("body_too_large", { detail: `Send at most ${limitBytes} bytes.` });
}

/** The failure for a large body that there is no room for now. */
export function noRoom(detail: string): Failure {
  return new Failure("unavailable", { detail, headers: { "retry-after": "5" } });
}

/**
 * A body while it is received and handled. It never holds more than its limit. One over 1 MiB reserves its size in a
 * budget that all requests of the process share: at once where its length is announced, else as it grows. It is
 * copied into one buffer, so that it occupies its size whatever the size of its pieces. The owner calls `release` in
 * every case, when the bytes are no longer used.
 */
export class IncomingBody {
  size = 0;
  private readonly pieces: Uint8Array[] = [];
  private large: Buffer | undefined;
  private reservedBytes = 0;

  /**
   * @param announcedBytes the `Content-Length`, 0 where there is none
   * @throws `Failure("body_too_large")` where that is over the limit, `Failure("unavailable")` where the budget is used up
   */
  constructor(
    private readonly limitBytes: number,
    announcedBytes: number,
  ) {
    if (announcedBytes > limitBytes) throw tooLarge(limitBytes);
    if (announcedBytes > LARGE_BODY_BYTES) this.enlarge(announcedBytes, announcedBytes);
  }

  /** Whether the body counts against the budget. */
  get isLarge(): boolean {
    return this.large !== undefined;
  }

  /** Adds what has arrived. Throws as the constructor. */
  append(piece: Uint8Array): void {
    const size = this.size + piece.length;
    if (size > this.limitBytes) throw tooLarge(this.limitBytes);
    // Pages of a buffer that nothing was written to occupy no memory: the capacity may exceed what is reserved.
    if (size > LARGE_BODY_BYTES) this.enlarge(size, Math.min(2 * size, this.limitBytes));
    if (this.large) this.large.set(piece, this.size);
    else this.pieces.push(piece);
    this.size = size;
  }

  /** The whole body as one buffer. */
  bytes(): Buffer {
    if (this.large) return this.large.subarray(0, this.size);
    const [only] = this.pieces;
    return this.pieces.length === 1 && Buffer.isBuffer(only) ? only : Buffer.concat(this.pieces, this.size);
  }

  /** Drops what has arrived and returns the reservation. Calling it again changes nothing. */
  release(): void {
    budget.reservedBytes -= this.reservedBytes;
    this.reservedBytes = 0;
    this.large = undefined;
    this.pieces.length = 0;
  }

  private enlarge(size: number, capacity: number): void {
    this.reserve(size);
    if (this.large && this.large.length >= size) return;
    const larger = Buffer.allocUnsafeSlow(capacity);
    let end = 0;
    for (const piece of this.large ? [this.large.subarray(0, this.size)] : this.pieces) {
      larger.set(piece, end);
      end += piece.length;
    }
    this.large = larger;
    this.pieces.length = 0;
  }

  private reserve(size: number): void {
    const more = size - this.reservedBytes;
    if (more <= 0) return;
    if (budget.reservedBytes + more > BUDGET_BYTES) {
      throw noRoom("Too many large bodies are in flight. Send this one again later.");
    }
    budget.reservedBytes += more;
    this.reservedBytes = size;
  }
}
