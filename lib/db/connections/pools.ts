import { InFlightList } from "@/lib/core/in-flight/in-flight-list";
import { NO_SEQ_SCAN, type PoolKind } from "@/lib/core/settings/session-settings";
import { toPublicError, unavailable } from "../errors";
import type { Role } from "./connect";
import { POOL_SIZES } from "./connection-limits";
import type { StartOperation } from "./sql-with-timeout";
import { type PoolUsage, StatementPool } from "./statement-pool";
import { type PinnedConnection, TransactionPool } from "./transaction-pool";

/**
 * The time limit of an operation, including the wait for a connection: two seconds more than the server's statement
 * timeout, and less than the ten seconds after which some webhook senders disconnect.
 */
const ANSWER_TIMEOUT_MS = 8_000;
/** Interval of the check for overdue operations. */
const SWEEP_MS = 100;
/** How long statements in flight may take on connections that are being replaced. */
const RENEWAL_GRACE_MS = 6_000;

/** An operation in flight. */
interface Call {
  readonly since: number;
  reject(thrown: unknown): void;
  /** Closes the connection that the operation uses; for a single statement, replaces its pool. */
  abandon(): void;
}

/** Callbacks to the owner of the pools. */
interface PoolsObserver {
  /** An operation has exceeded its time limit. */
  overdue(pools: Pools): void;
  /** An operation has failed; called before its caller's promise is rejected. */
  failed(pools: Pools, thrown: unknown): void;
}

const createPool = (kind: PoolKind) => new StatementPool(POOL_SIZES[kind], kind);

/** The connections to one address, and the operations in flight on them. */
export class Pools {
  private readonly statementPools = {
    plain: createPool("plain"),
    byIndex: createPool("byIndex"),
    shortLockWait: createPool("shortLockWait"),
  };
  private readonly transactionPools = {
    takings_app: new TransactionPool("takings_app", POOL_SIZES.takings_app, NO_SEQ_SCAN),
    takings_system: new TransactionPool("takings_system", POOL_SIZES.takings_system, NO_SEQ_SCAN),
  };
  /** Oldest first. */
  private readonly calls = new InFlightList<Call>();
  private lastAnswerAt = performance.now();
  private readonly sweep = setInterval(() => this.checkOverdue(), SWEEP_MS).unref();

  constructor(private readonly observer: PoolsObserver) {}

  /** The time since the last successful operation, in milliseconds. */
  get msSinceLastAnswer(): number {
    return performance.now() - this.lastAnswerAt;
  }

  /**
   * Sends one statement and waits up to eight seconds for its result. Rejects with `Failure("unavailable")` after
   * that or if the database is at fault, otherwise with the statement's error.
   */
  runStatement<T>(kind: PoolKind, start: StartOperation<T>): Promise<T> {
    const old = this.statementPools[kind];
    return this.wait(start, () => this.renew(kind, old));
  }

  /** The pool that creates single statements. */
  statements(kind: PoolKind): StatementPool {
    return this.statementPools[kind];
  }

  /** How much of each pool is used, by its name in `connection-limits.ts`. */
  get usage(): Record<PoolKind | Role, PoolUsage> {
    const { plain, byIndex, shortLockWait } = this.statementPools;
    const { takings_app, takings_system } = this.transactionPools;
    return {
      plain: plain.usage,
      byIndex: byIndex.usage,
      shortLockWait: shortLockWait.usage,
      takings_app: takings_app.usage,
      takings_system: takings_system.usage,
    };
  }

  /** Runs work on a dedicated connection, with the same time limit and errors. */
  runOnPinned<T>(
    role: keyof typeof this.transactionPools,
    work: (connection: PinnedConnection) => Promise<T>,
  ): Promise<T> {
    let taken: PinnedConnection | undefined;
    const onTaken = (connection: PinnedConnection) => {
      taken = connection;
    };
    return this.wait<T>(
      (resolve, reject) => void this.transactionPools[role].use(onTaken, work).then(resolve, reject),
      () => void taken?.end(),
    );
  }

  /** Rejects overdue operations and closes their connections, or replaces their statement pool. */
  rejectOverdue(): void {
    for (let oldest = this.calls.first; oldest && isOverdue(oldest.value); oldest = this.calls.first) {
      this.calls.remove(oldest);
      oldest.value.abandon();
      oldest.value.reject(unavailable("lost", "no answer within the time limit"));
    }
  }

  /** Closes all connections after operations in flight have had `graceMs`. Never rejects. */
  async end(graceMs: number): Promise<void> {
    clearInterval(this.sweep);
    if (graceMs === 0) this.rejectAll();
    await Promise.allSettled([
      this.statementPools.plain.end(graceMs),
      this.statementPools.byIndex.end(graceMs),
      this.statementPools.shortLockWait.end(graceMs),
      this.transactionPools.takings_app.end(graceMs),
      this.transactionPools.takings_system.end(graceMs),
    ]);
    this.rejectAll();
  }

  private wait<T>(start: StartOperation<T>, abandon: () => void): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const call = this.calls.add({ since: performance.now(), reject, abandon });
      start(
        (value) => {
          this.lastAnswerAt = performance.now();
          this.calls.remove(call);
          resolve(value);
        },
        (thrown: unknown) => {
          if (!this.calls.remove(call)) return;
          this.observer.failed(this, thrown);
          reject(toPublicError(thrown));
        },
      );
    });
  }

  /** Replaces all statement pools. */
  replaceStatementPools(): void {
    this.renew("plain");
    this.renew("byIndex");
    this.renew("shortLockWait");
  }

  /** Replaces a statement pool, unless `old` has been replaced already. */
  private renew(kind: PoolKind, old = this.statementPools[kind]): void {
    if (this.statementPools[kind] !== old) return;
    this.statementPools[kind] = createPool(kind);
    void old.end(RENEWAL_GRACE_MS);
  }

  private rejectAll(): void {
    for (let call = this.calls.first; call; call = this.calls.first) {
      this.calls.remove(call);
      call.value.reject(unavailable("lost", "the database is unavailable"));
    }
  }

  private checkOverdue(): void {
    if (!this.hasOverdue()) return;
    // This process itself may have been frozen: answers that have arrived are read before operations are rejected.
    setImmediate(() => {
      if (this.hasOverdue()) this.observer.overdue(this);
    });
  }

  private hasOverdue(): boolean {
    const oldest = this.calls.first?.value;
    return oldest !== undefined && isOverdue(oldest);
  }
}

const isOverdue = ({ since }: Call) => performance.now() - since >= ANSWER_TIMEOUT_MS;
