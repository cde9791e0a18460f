import type { Planning } from "./connect";
import { toPublicError, unavailable } from "./errors";
import type { Start } from "./sql-with-timeout";
import { StatementPool } from "./statement-pool";
import { type PinnedConnection, TransactionPool } from "./transaction-pool";

/** Connections for single statements, for organisations' work and for SQL transactions of the system. */
const SIZE = 8;
/** Connections for single statements that must read by index: the sender claims on one and records on another. 28 in all. */
const BY_INDEX_SIZE = 2;
/** Connections for single statements that wait for locks only briefly: recording has two such statements in flight at most. */
const SHORT_LOCK_WAIT_SIZE = 2;
/**
 * A statement of these fails with 55P03 where another transaction keeps it waiting for a lock for longer. The wait stops
 * all other recording, so it is under 1 % of the five seconds and more between two such waits for one session
 * (`lib/transactions/lanes.ts`), and several times the few milliseconds for which recording itself keeps a lock.
 */
const SHORT_LOCK_WAIT: Planning = { lock_timeout: "50ms" };
/**
 * Plans of work that somebody waits for: no table is read from end to end, which costs more with every event that was
 * ever held, and no plan is compiled, which would take longer than it runs.
 */
const NO_SEQ_SCAN: Planning = { enable_seqscan: "off", jit: "off" };
/**
 * Plans that read by index and in the index's order, whatever the statistics say. When a burst has just been recorded
 * they still speak of a small table, and PostgreSQL would rather read and sort the whole backlog at each claim: with
 * 20,000 events waiting that is 40 ms instead of one.
 */
const BY_INDEX: Planning = { ...NO_SEQ_SCAN, enable_sort: "off" };
/**
 * The longest wait for the end of a piece of work, the wait for a connection included: two seconds more than the
 * server takes to end a statement itself, and less than the ten after which impatient senders of webhooks hang up.
 */
const ANSWER_TIMEOUT_MS = 8_000;
/** How often overdue work is looked for: a tenth of a second in eight is near enough. */
const SWEEP_MS = 100;
/** What is under way on other connections has its time when single statements get new ones. */
const RENEWAL_GRACE_MS = 6_000;

/** A piece of work that somebody waits for. */
interface Call {
  readonly since: number;
  reject(thrown: unknown): void;
  /** Takes the connection out of use that the work went down. */
  abandon(): void;
}

/** What the pools tell their owner. */
interface Watcher {
  /** Some work has waited too long. */
  overdue(pools: Pools): void;
  /** Some work failed; its caller is told after this. */
  failed(pools: Pools, thrown: unknown): void;
}

const MAKE = {
  plain: () => new StatementPool(SIZE),
  byIndex: () => new StatementPool(BY_INDEX_SIZE, BY_INDEX),
  shortLockWait: () => new StatementPool(SHORT_LOCK_WAIT_SIZE, SHORT_LOCK_WAIT),
};
/** How single statements run: as the server thinks best, by index alone, or with a short wait for locks. */
export type PoolKind = keyof typeof MAKE;

/** The connections to one address, and what is under way on them. */
export class Pools {
  private readonly singles = {
    plain: MAKE.plain(),
    byIndex: MAKE.byIndex(),
    shortLockWait: MAKE.shortLockWait(),
  };
  private readonly lines = {
    takings_app: new TransactionPool("takings_app", SIZE, NO_SEQ_SCAN),
    takings_system: new TransactionPool("takings_system", SIZE, NO_SEQ_SCAN),
  };
  /** Oldest first, for a set keeps the order of its making. */
  private readonly calls = new Set<Call>();
  private lastAnswerAt = performance.now();
  private readonly sweep = setInterval(() => this.lookForOverdue(), SWEEP_MS).unref();

  constructor(private readonly watcher: Watcher) {}

  /** How long nothing has been answered, in milliseconds. */
  get silentMs(): number {
    return performance.now() - this.lastAnswerAt;
  }

  /**
   * Sends one statement and waits for its end, eight seconds at most. Rejects with `Failure("unavailable")` then, and
   * where the database is at fault; with all else that the statement fails with.
   */
  runStatement<T>(way: PoolKind, start: Start<T>): Promise<T> {
    const old = this.singles[way];
    return this.wait(start, () => this.renew(way, old));
  }

  /** What single statements are made with. */
  statements(way: PoolKind): StatementPool {
    return this.singles[way];
  }

  /** Does work on a connection of its own, under the same terms. */
  runOnPinned<T>(role: keyof typeof this.lines, work: (line: PinnedConnection) => Promise<T>): Promise<T> {
    let taken: PinnedConnection | undefined;
    const onTaken = (line: PinnedConnection) => {
      taken = line;
    };
    return this.wait<T>(
      (resolve, reject) => void this.lines[role].use(onTaken, work).then(resolve, reject),
      () => void taken?.end(),
    );
  }

  /** Fails the work that is overdue, and takes the connections out of use that it went down. */
  giveUpOverdue(): void {
    for (const call of this.calls) {
      if (!isOverdue(call)) return;
      this.calls.delete(call);
      call.abandon();
      call.reject(unavailable("lost", "no answer in time"));
    }
  }

  /** Ends every connection, after work under way has had `graceMs`. Never rejects. */
  async end(graceMs: number): Promise<void> {
    clearInterval(this.sweep);
    if (graceMs === 0) this.giveUpAll();
    await Promise.allSettled([
      this.singles.plain.end(graceMs),
      this.singles.byIndex.end(graceMs),
      this.singles.shortLockWait.end(graceMs),
      this.lines.takings_app.end(graceMs),
      this.lines.takings_system.end(graceMs),
    ]);
    this.giveUpAll();
  }

  private wait<T>(start: Start<T>, abandon: () => void): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const call: Call = { since: performance.now(), reject, abandon };
      this.calls.add(call);
      start(
        (value) => {
          this.lastAnswerAt = performance.now();
          this.calls.delete(call);
          resolve(value);
        },
        (thrown: unknown) => {
          if (!this.calls.delete(call)) return;
          this.watcher.failed(this, thrown);
          reject(toPublicError(thrown));
        },
      );
    });
  }

  /** Gives single statements of every kind new connections. */
  renewAll(): void {
    this.renew("plain");
    this.renew("byIndex");
    this.renew("shortLockWait");
  }

  /** Gives single statements new connections, unless they have others than these already. */
  private renew(way: PoolKind, old = this.singles[way]): void {
    if (this.singles[way] !== old) return;
    this.singles[way] = MAKE[way]();
    void old.end(RENEWAL_GRACE_MS);
  }

  private giveUpAll(): void {
    for (const { reject } of this.calls) reject(unavailable("lost", "the database is away"));
    this.calls.clear();
  }

  private lookForOverdue(): void {
    if (!this.hasOverdue()) return;
    // This process may have been the frozen one: answers that lie ready are read before anybody is given up.
    setImmediate(() => {
      if (this.hasOverdue()) this.watcher.overdue(this);
    });
  }

  private hasOverdue(): boolean {
    const [oldest] = this.calls;
    return oldest !== undefined && isOverdue(oldest);
  }
}

const isOverdue = ({ since }: Call) => performance.now() - since >= ANSWER_TIMEOUT_MS;
