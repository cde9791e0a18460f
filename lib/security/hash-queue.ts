import { availableParallelism } from "node:os";
import { Failure } from "@/lib/core/errors";
import { singleton } from "@/lib/process-singleton";

/** One core stays free for other requests, and two of the four threads that Node has for such work. */
const MAX_RUNNING = Math.max(1, Math.min(2, availableParallelism() - 1));
/** At about a quarter of a second a hash: nobody waits much longer than two seconds. */
const MAX_WAITING = 8;
const RETRY_AFTER_SECONDS = 2;

/** Who waits: somebody who is known (signed in, holds a link, or a browser that signed in before), or anybody else. */
export type HashLine = "known" | "unknown";

/** Bounds expensive work: each line admits so much and refuses the rest at once; few pieces run at a time, the known line first. */
export class HashQueue {
  private running = 0;
  private readonly admitted: Record<HashLine, number> = { known: 0, unknown: 0 };
  private readonly waiting: Record<HashLine, (() => void)[]> = { known: [], unknown: [] };

  constructor(
    private readonly maxRunning = MAX_RUNNING,
    private readonly maxWaiting = MAX_WAITING,
  ) {}

  /**
   * Runs an attempt that takes one turn at most, where its line has room for it. Throws `Failure("too_many_requests")` with
   * `Retry-After` at once where it has none, and what the attempt throws.
   */
  async admit<T>(line: HashLine, attempt: () => Promise<T>): Promise<T> {
    if (this.admitted[line] >= this.maxRunning + this.maxWaiting) {
      throw new Failure("too_many_requests", {
        detail: "Too many people are signing in right now. Wait a few seconds, then try again.",
        headers: { "retry-after": String(RETRY_AFTER_SECONDS) },
      });
    }
    this.admitted[line]++;
    try {
      return await attempt();
    } finally {
      this.admitted[line]--;
    }
  }

  /** Runs the work of an attempt that was admitted as soon as its turn comes. Throws what the work throws. */
  async takeTurn<T>(line: HashLine, work: () => Promise<T>): Promise<T> {
    if (this.running < this.maxRunning) this.running++;
    else await new Promise<void>((resolve) => this.waiting[line].push(resolve));
    try {
      return await work();
    } finally {
      const next = this.waiting.known.shift() ?? this.waiting.unknown.shift();
      if (next) next();
      else this.running--;
    }
  }
}

/** The queue of this process for hashing passwords. */
export const hashQueue = (): HashQueue => singleton("hash-queue", () => new HashQueue());
