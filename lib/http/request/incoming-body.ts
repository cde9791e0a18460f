import { Failure } from "@/lib/core/errors/errors";
import { singleton } from "@/lib/process-singleton";

/** The size above which a body counts against the budget. */
const LARGE_BODY_BYTES = 1024 * 1024;
/** The memory for all large bodies of this process: four of the default `BANK_BODY_LIMIT_BYTES`. */
const BUDGET_BYTES = 64 * 1024 * 1024;

const budget = singleton("large body budget", () => ({ reservedBytes: 0 }));

/** The failure for a body over the limit (RFC 9110, 413). */
export function bodyTooLarge(limitBytes: number): Failure {
  return new Failure("body_too_large", { detail: `Send at most ${limitBytes} bytes.` });
}

/** The failure for a large body that exceeds the memory budget. */
export function bodyBudgetExceeded(detail: string): Failure {
  return new Failure("unavailable", { detail, headers: { "retry-after": "5" } });
}

/**
 * A body while it is received and handled. It never buffers more than its limit. A body over 1 MiB reserves its size in a
 * budget that all requests of the process share: at once if `Content-Length` is given, else as it grows. It is copied into
 * one buffer, so that many small chunks use no more memory. The owner must call `release` when the bytes are no longer
 * used, also after an error.
 */
export class IncomingBody {
  size = 0;
  private readonly chunks: Uint8Array[] = [];
  private large: Buffer | undefined;
  private reservedBytes = 0;

  /**
   * @param announcedBytes the `Content-Length`, 0 if absent
   * @throws `Failure("body_too_large")` if it is over the limit, `Failure("unavailable")` if the budget is used up
   */
  constructor(
    private readonly limitBytes: number,
    announcedBytes: number,
  ) {
    if (announcedBytes > limitBytes) throw bodyTooLarge(limitBytes);
    if (announcedBytes > LARGE_BODY_BYTES) this.enlarge(announcedBytes, announcedBytes);
  }

  /** Whether the body counts against the budget. */
  get isLarge(): boolean {
    return this.large !== undefined;
  }

  /** Appends a received chunk. Throws as the constructor does. */
  append(chunk: Uint8Array): void {
    const size = this.size + chunk.length;
    if (size > this.limitBytes) throw bodyTooLarge(this.limitBytes);
    // Unwritten pages of a buffer use no memory, so the capacity may exceed the reservation.
    if (size > LARGE_BODY_BYTES) this.enlarge(size, Math.min(2 * size, this.limitBytes));
    if (this.large) this.large.set(chunk, this.size);
    else this.chunks.push(chunk);
    this.size = size;
  }

  /** The whole body as one buffer. */
  bytes(): Buffer {
    if (this.large) return this.large.subarray(0, this.size);
    const [first] = this.chunks;
    return this.chunks.length === 1 && Buffer.isBuffer(first) ? first : Buffer.concat(this.chunks, this.size);
  }

  /** Drops the bytes and releases the reservation. Calling it again changes nothing. */
  release(): void {
    budget.reservedBytes -= this.reservedBytes;
    this.reservedBytes = 0;
    this.large = undefined;
    this.chunks.length = 0;
  }

  private enlarge(size: number, capacity: number): void {
    this.reserve(size);
    if (this.large && this.large.length >= size) return;
    const larger = Buffer.allocUnsafeSlow(capacity);
    let end = 0;
    for (const chunk of this.large ? [this.large.subarray(0, this.size)] : this.chunks) {
      larger.set(chunk, end);
      end += chunk.length;
    }
    this.large = larger;
    this.chunks.length = 0;
  }

  private reserve(size: number): void {
    const more = size - this.reservedBytes;
    if (more <= 0) return;
    if (budget.reservedBytes + more > BUDGET_BYTES) {
      throw bodyBudgetExceeded("Too many large bodies are in flight. Send this one again later.");
    }
    budget.reservedBytes += more;
    this.reservedBytes = size;
  }
}
