import { Failure } from "@/lib/core/errors";
import { spreadRetryAfter } from "@/lib/core/retry-after";
import type { Scope } from "@/lib/core/scope";
import { singleton } from "@/lib/process-singleton";

/** What exports may take of one process. */
export interface ExportLimits {
  /** Exports of one member that run or wait. */
  maxPerMember: number;
  /** Exports that run: each holds a database connection and some megabytes, and takes its turn on the one thread. */
  maxRunning: number;
  maxWaiting: number;
  maxWaitMs: number;
  /** How long a client may take nothing of its file. */
  idleMs: number;
}

/** Exports of one member that run or wait. */
export const MAX_EXPORTS_PER_MEMBER = 2;

/** A whole export of a million payments takes some minutes; most take a second. */
const LIMITS: ExportLimits = {
  maxPerMember: MAX_EXPORTS_PER_MEMBER,
  maxRunning: 4,
  maxWaiting: 16,
  maxWaitMs: 20_000,
  idleMs: 15_000,
};

/** How long exports rest after a piece, as a multiple of the time that it took. */
const REST_SHARE = 2;

/** The refusal of one export more than a member may have under way. */
export const tooManyOfMember = (max: number): Failure =>
  new Failure("too_many_requests", {
    detail: `You have ${max} exports under way. Wait until one has ended, then try again.`,
    headers: { "retry-after": spreadRetryAfter() },
  });
const tooManyInAll = () =>
  new Failure("unavailable", {
    detail: "Too many exports are under way. Try again in a moment.",
    headers: { "retry-after": spreadRetryAfter() },
  });

/** Pieces of a file, made as they are taken. Whoever takes no more calls `return`. */
export interface FileBytes extends AsyncIterableIterator<Uint8Array> {
  return(value: undefined): Promise<IteratorResult<Uint8Array>>;
}

/** A file whose pieces can be taken, and what to do once no more of them are. */
interface Started<E> {
  file: E;
  onEnd?: () => void;
}

/** Limits how many exports run at once, of one member and in all; a bounded number of others wait for their turn. */
export class ExportSlots {
  private readonly ofMember = new Map<string, number>();
  private readonly waiting = new Set<() => void>();
  private running = 0;
  /** Settles once the next piece of any export may be made. */
  private turn: Promise<void> = Promise.resolve();

  constructor(private readonly limits: ExportLimits = LIMITS) {}

  /**
   * Waits for a slot and starts an export in it. The slot is free again when the file has been taken whole, is given up,
   * fails, or nothing of it is taken for `idleMs`; then `onEnd` runs, once. Throws `Failure("too_many_requests")` where
   * the member has as many already, `Failure("unavailable")` where too many wait or the wait was too long, and what
   * `start` throws.
   */
  async run<E extends { bytes: FileBytes }>(member: string, start: () => Promise<Started<E>>): Promise<E> {
    const count = this.ofMember.get(member) ?? 0;
    if (count >= this.limits.maxPerMember) throw tooManyOfMember(this.limits.maxPerMember);
    this.ofMember.set(member, count + 1);
    try {
      await this.enter();
    } catch (thrown) {
      this.forget(member);
      throw thrown;
    }
    const leave = () => {
      this.forget(member);
      this.leave();
    };
    try {
      const { file, onEnd } = await start();
      const bytes = endingWhenIdle(this.inTurn(file.bytes), this.limits.idleMs, () => {
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
   * The same pieces, of all exports one at a time, with a rest after each: exports together take a third of the one thread
   * at most, and leave the rest to payments and reads.
   */
  private inTurn(bytes: FileBytes): FileBytes {
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
        setTimeout(release, REST_SHARE * (performance.now() - startedAt));
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

  private async enter(): Promise<void> {
    if (this.running < this.limits.maxRunning) {
      this.running++;
      return;
    }
    if (this.waiting.size >= this.limits.maxWaiting) throw tooManyInAll();
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => {
        this.waiting.delete(admit);
        reject(tooManyInAll());
      }, this.limits.maxWaitMs);
      const admit = () => {
        clearTimeout(timer);
        resolve();
      };
      this.waiting.add(admit);
    });
  }

  /** Hands the slot to the one that has waited longest. */
  private leave(): void {
    const [next] = this.waiting;
    if (!next) {
      this.running--;
      return;
    }
    this.waiting.delete(next);
    next();
  }

  private forget(member: string): void {
    const count = (this.ofMember.get(member) ?? 0) - 1;
    if (count > 0) this.ofMember.set(member, count);
    else this.ofMember.delete(member);
  }
}

/** The same pieces, and `onEnd` once there will be no more of them, also where nobody takes any. */
function endingWhenIdle(bytes: FileBytes, idleMs: number, onEnd: () => void): FileBytes {
  let state: "open" | "idle" | "ended" = "open";
  const end = (how: "idle" | "ended") => {
    clearTimeout(timer);
    if (state !== "open") return;
    state = how;
    onEnd();
  };
  const giveUp = () => {
    end("idle");
    void bytes.return(undefined).catch(() => undefined);
  };
  let timer = setTimeout(giveUp, idleMs);
  return {
    async next() {
      clearTimeout(timer);
      if (state === "idle") throw new Error("Nothing of the file was taken for too long");
      try {
        const piece = await bytes.next();
        if (piece.done) end("ended");
        else timer = setTimeout(giveUp, idleMs);
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

/** Runs an export of a member in one of this process's slots; see `ExportSlots.run`. */
export function inExportSlot<E extends { bytes: FileBytes }>(
  { by, organisationId }: Scope,
  start: () => Promise<Started<E>>,
): Promise<E> {
  return singleton("export slots", () => new ExportSlots()).run(by?.memberId ?? organisationId, start);
}
