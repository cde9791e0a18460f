import { Failure } from "@/lib/core/errors/errors";
import { randomRetryAfter } from "@/lib/core/errors/retry-after";
import type { Scope } from "@/lib/core/scope";
import { MAX_RUNNING_EXPORTS } from "@/lib/db/connections/connection-limits";
import { singleton } from "@/lib/process-singleton";

/** The limits of exports in one process. */
export interface ExportLimits {
  /** Exports of one member that run or wait. */
  maxPerMember: number;
  /** Running exports: each uses a database connection, some megabytes and time on the one thread. */
  maxRunning: number;
  maxWaiting: number;
  maxWaitMs: number;
  /** How long a client may read nothing from its file. */
  idleMs: number;
}

/** Exports of one member that run or wait. */
export const MAX_EXPORTS_PER_MEMBER = 2;

/** An export of a million payments takes some minutes; most take a second. */
const LIMITS: ExportLimits = {
  maxPerMember: MAX_EXPORTS_PER_MEMBER,
  maxRunning: MAX_RUNNING_EXPORTS,
  maxWaiting: 16,
  maxWaitMs: 20_000,
  idleMs: 15_000,
};

/** The pause after each chunk, as a multiple of the time that the chunk took. */
const PAUSE_FACTOR = 2;

/** The error for an export beyond a member's limit. */
export const tooManyExportsOfMember = (max: number): Failure =>
  new Failure("too_many_requests", {
    detail: `You have ${max} exports in progress. Wait until one has ended, then try again.`,
    headers: { "retry-after": randomRetryAfter() },
  });
const tooManyInTotal = () =>
  new Failure("unavailable", {
    detail: "Too many exports are in progress. Try again in a moment.",
    headers: { "retry-after": randomRetryAfter() },
  });

/** The chunks of a file, produced on demand. A consumer that stops early must call `return`. */
export interface FileBytes extends AsyncIterableIterator<Uint8Array> {
  return(value: undefined): Promise<IteratorResult<Uint8Array>>;
}

/** An export file that is being streamed. */
export interface ExportFile {
  /** The version of the session whose payments it contains. */
  version: bigint;
  eventName: string;
  bytes: FileBytes;
}

/** A started export, with a callback for its end. */
export interface Started<E> {
  file: E;
  onEnd?: () => void;
}

/** Limits the concurrent exports per member and in total; a bounded number of others wait in a queue. */
export class ExportSlots {
  private readonly perMember = new Map<string, number>();
  private readonly waiting = new Set<() => void>();
  private running = 0;
  /** Settles once the next chunk of any export may be produced. */
  private turn: Promise<void> = Promise.resolve();

  constructor(private readonly limits: ExportLimits = LIMITS) {}

  /**
   * Waits for a slot and starts an export in it. The slot is released, and `onEnd` called once, when the file has been
   * read completely, is cancelled, fails, or is not read for `idleMs`. Throws `Failure("too_many_requests")` if the
   * member is at the limit, `Failure("unavailable")` if the queue is full or the wait was too long, and the errors of
   * `start`.
   */
  async run<E extends { bytes: FileBytes }>(member: string, start: () => Promise<Started<E>>): Promise<E> {
    const count = this.perMember.get(member) ?? 0;
    if (count >= this.limits.maxPerMember) throw tooManyExportsOfMember(this.limits.maxPerMember);
    this.perMember.set(member, count + 1);
    try {
      await this.acquire();
    } catch (thrown) {
      this.decrementMember(member);
      throw thrown;
    }
    const leave = () => {
      this.decrementMember(member);
      this.leave();
    };
    try {
      const { file, onEnd } = await start();
      const bytes = endingWhenIdle(this.throttle(file.bytes), this.limits.idleMs, () => {
        leave();
        onEnd?.();
      });
      return { ...file, bytes };
    } catch (thrown) {
      leave();
      throw thrown;
    }
  }

  /**
   * Serialises the chunks of all exports, with a pause after each, so that exports together use at most a third of the
   * one thread and leave the rest to payments and reads.
   */
  private throttle(bytes: FileBytes): FileBytes {
    const makeNext = async () => {
      const before = this.turn;
      let release = () => {};
      this.turn = new Promise((resolve) => {
        release = resolve;
      });
      await before;
      const startedAt = performance.now();
      try {
        return await bytes.next();
      } finally {
        setTimeout(release, PAUSE_FACTOR * (performance.now() - startedAt));
      }
    };
    return {
      next: makeNext,
      return: (value) => bytes.return(value),
      [Symbol.asyncIterator]() {
        return this;
      },
    };
  }

  private async acquire(): Promise<void> {
    if (this.running < this.limits.maxRunning) {
      this.running++;
      return;
    }
    if (this.waiting.size >= this.limits.maxWaiting) throw tooManyInTotal();
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => {
        this.waiting.delete(proceed);
        reject(tooManyInTotal());
      }, this.limits.maxWaitMs);
      const proceed = () => {
        clearTimeout(timer);
        resolve();
      };
      this.waiting.add(proceed);
    });
  }

  /** Passes the slot to the longest-waiting export. */
  private leave(): void {
    const [next] = this.waiting;
    if (!next) {
      this.running--;
      return;
    }
    this.waiting.delete(next);
    next();
  }

  private decrementMember(member: string): void {
    const count = (this.perMember.get(member) ?? 0) - 1;
    if (count > 0) this.perMember.set(member, count);
    else this.perMember.delete(member);
  }
}

/** Wraps a file so that `onEnd` runs once when it ends, fails, is cancelled or is idle for `idleMs`. */
function endingWhenIdle(bytes: FileBytes, idleMs: number, onEnd: () => void): FileBytes {
  let state: "open" | "idle" | "ended" = "open";
  const end = (how: "idle" | "ended") => {
    clearTimeout(timer);
    if (state !== "open") return;
    state = how;
    onEnd();
  };
  const cancel = () => {
    end("idle");
    void bytes.return(undefined).catch(() => undefined);
  };
  let timer = setTimeout(cancel, idleMs);
  return {
    async next() {
      clearTimeout(timer);
      if (state === "idle") throw new Error("The export was not read for too long");
      try {
        const piece = await bytes.next();
        if (piece.done) end("ended");
        else timer = setTimeout(cancel, idleMs);
        return piece;
      } catch (thrown) {
        end("ended");
        throw thrown;
      }
    },
    async return() {
      end("ended");
      return bytes.return(undefined);
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

/** Runs a member's export in one of this process's slots; see `ExportSlots.run`. */
export function inExportSlot<E extends { bytes: FileBytes }>(
  { actor, organisationId }: Scope,
  start: () => Promise<Started<E>>,
): Promise<E> {
  return singleton("export slots", () => new ExportSlots()).run(actor?.memberId ?? organisationId, start);
}
