import { availableParallelism } from "node:os";
import { Failure } from "@/lib/core/errors/errors";
import { singleton } from "@/lib/process-singleton";

/** Leaves one core for other requests, and two of the four threads of Node's pool. */
const MAX_RUNNING = Math.max(1, Math.min(2, availableParallelism() - 1));
/** A hash takes about 0.25 s, so the longest wait is about two seconds. */
const MAX_WAITING = 8;
const RETRY_AFTER_SECONDS = 2;

/** The priority of a caller. `known`: signed in, has a link, or uses a browser that signed in before. */
export type HashPriority = "known" | "unknown";

/** Bounds expensive work: each line admits a limited number and rejects the rest; few run at a time, known first. */
export class HashQueue {
  private running = 0;
  private readonly admitted: Record<HashPriority, number> = { known: 0, unknown: 0 };
  private readonly waiting: Record<HashPriority, (() => void)[]> = { known: [], unknown: [] };

  constructor(
    private readonly maxRunning = MAX_RUNNING,
    private readonly maxWaiting = MAX_WAITING,
  ) {}

  /**
   * Runs an attempt, which may call `run` once, if its line is not full. Throws `Failure("too_many_requests")` with
   * `Retry-After` at once if it is, and whatever the attempt throws.
   */
  async admit<T>(line: HashPriority, attempt: () => Promise<T>): Promise<T> {
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

  /** Runs the work of an admitted attempt as soon as a slot is free. Throws whatever the work throws. */
  async run<T>(line: HashPriority, work: () => Promise<T>): Promise<T> {
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

/** The password hashing queue of this process. */
export const hashQueue = (): HashQueue => singleton("hash-queue", () => new HashQueue());
