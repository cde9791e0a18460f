import { type Client, type Login, openClient, type Planning, type Role } from "./connect";
import { unavailable } from "./errors";

/** Unused connections are ended after a minute; used ones after 45 minutes, for a server process grows with its age. */
const DEFAULT_LIFETIMES = { idleMs: 60_000, maxAgeMs: 45 * 60_000 };

/**
 * One connection, for work that is more than one statement. Once it is lost it takes no more statements: postgres.js
 * would send the next one down a new connection, outside of the SQL transaction, or throw where nobody can catch it.
 * Nor does postgres.js end it by its own timers, which may fire between two statements, or as it is being taken.
 */
export class PinnedConnection {
  isLost = false;
  readonly openedAt = performance.now();
  freeSince = this.openedAt;
  /** The organisation whose rows the connection was last told to show. */
  organisationId: string | undefined;
  readonly sql: Client;

  constructor(login: Login, given: { statementTimeoutMs?: number; planning?: Planning } = {}) {
    const options = { max: 1, isEndedByOwner: true, ...given };
    this.sql = openClient(login, { ...options, onClose: () => void this.end() });
  }

  /** Ends the connection; what is under way on it is given up after `graceMs`. Never rejects. */
  async end(graceMs = 0): Promise<void> {
    this.isLost = true;
    await this.sql.end({ timeout: graceMs / 1000 }).catch(() => undefined);
  }
}

interface Waiter {
  resolve(line: PinnedConnection): void;
  reject(thrown: unknown): void;
}

/** The lines of one role, at most `size` of them; who comes when all are taken waits for one, first come, first served. */
export class TransactionPool {
  private readonly all = new Set<PinnedConnection>();
  /** The one that was given back first stands first. */
  private readonly free: PinnedConnection[] = [];
  private readonly waiters = new Set<Waiter>();
  private isEnded = false;
  private readonly sweep: NodeJS.Timeout;

  constructor(
    private readonly role: Role,
    private readonly size: number,
    private readonly planning: Planning,
    private readonly lifetimes = DEFAULT_LIFETIMES,
  ) {
    this.sweep = setInterval(() => this.endIdle(), lifetimes.idleMs / 4).unref();
  }

  /** How many are open or being opened. */
  get count(): number {
    return this.all.size;
  }

  /** Does work on a line of its own; `onTaken` runs when it has one. A line that is lost meanwhile is not used again. */
  async use<T>(
    onTaken: (line: PinnedConnection) => void,
    work: (line: PinnedConnection) => Promise<T>,
  ): Promise<T> {
    const line = await this.take();
    try {
      onTaken(line);
      return await work(line);
    } finally {
      this.give(line);
    }
  }

  async end(graceMs: number): Promise<void> {
    this.isEnded = true;
    clearInterval(this.sweep);
    for (const { reject } of this.waiters) reject(unavailable("refused", "the connections were ended"));
    this.waiters.clear();
    await Promise.all([...this.all].map((line) => line.end(graceMs)));
  }

  private take(): Promise<PinnedConnection> | PinnedConnection {
    if (this.isEnded) throw unavailable("refused", "the connections were ended");
    const line = this.nextLine();
    return line ?? new Promise((resolve, reject) => this.waiters.add({ resolve, reject }));
  }

  /** The line that rested least, for then the others may be given back; else a new one, where there may be more. */
  private nextLine(): PinnedConnection | undefined {
    for (let line = this.free.pop(); line; line = this.free.pop()) {
      if (!line.isLost) return line;
      this.all.delete(line);
    }
    if (this.all.size >= this.size) return undefined;
    const line = new PinnedConnection(this.role, { planning: this.planning });
    this.all.add(line);
    return line;
  }

  private give(line: PinnedConnection): void {
    line.freeSince = performance.now();
    if (!line.isLost && line.freeSince - line.openedAt > this.lifetimes.maxAgeMs) void line.end();
    if (line.isLost) this.all.delete(line);
    else this.free.push(line);
    const [waiter] = this.waiters;
    const next = waiter && !this.isEnded ? this.nextLine() : undefined;
    if (!waiter || !next) return;
    this.waiters.delete(waiter);
    waiter.resolve(next);
  }

  /** Ends lines that nothing has used for a while. They are free no more, so that nothing takes them meanwhile. */
  private endIdle(): void {
    const oldest = performance.now() - this.lifetimes.idleMs;
    for (let [line] = this.free; line && line.freeSince <= oldest; [line] = this.free) {
      this.free.shift();
      this.all.delete(line);
      void line.end();
    }
  }
}
