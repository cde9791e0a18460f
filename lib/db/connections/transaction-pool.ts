import { InFlightList } from "@/lib/core/in-flight/in-flight-list";
import type { ConnectionSettings, PoolKind } from "@/lib/core/settings/session-settings";
import { loadSettings } from "@/lib/env";
import { unavailable } from "../errors";
import { type Client, type Login, openClient, type Role, type Server } from "./connect";
import type { PoolUsage } from "./statement-pool";

/** Idle connections are closed after a minute, all after 45 minutes, because the memory of a server process grows. */
const DEFAULT_LIFETIMES = { idleMs: 60_000, maxAgeMs: 45 * 60_000 };

interface PinnedOptions {
  statementTimeoutMs?: number;
  planning?: ConnectionSettings;
  server?: Server;
  /** See `openClient`. */
  pooled?: PoolKind;
}

/**
 * A connection for work of several statements. After it is lost it accepts no more statements: postgres.js would send
 * the next one on a new connection, outside the SQL transaction, or throw an error that cannot be caught.
 * postgres.js' own idle and age timers are off, because they can fire between two statements or while the connection
 * is being taken.
 */
export class PinnedConnection {
  isLost = false;
  readonly openedAt = performance.now();
  freeSince = this.openedAt;
  /** The organisation that is set on the connection. */
  organisationId: string | undefined;
  readonly sql: Client;

  /**
   * Settings that each SQL transaction begins with; set where a pooler gives each one another server connection. Only SQL
   * transactions may then run on this connection.
   */
  readonly transactionSettings: ConnectionSettings | undefined;

  constructor(login: Login, options: PinnedOptions = {}) {
    const { hasPooler } = loadSettings();
    this.transactionSettings =
      options.pooled && hasPooler && options.server !== "replica" ? options.planning : undefined;
    const fixed = { max: 1, isEndedByOwner: true };
    this.sql = openClient(login, { ...fixed, ...options, onClose: () => void this.end() });
  }

  /** Closes the connection; statements in flight are abandoned after `graceMs`. Never rejects. */
  async end(graceMs = 0): Promise<void> {
    this.isLost = true;
    await this.sql.end({ timeout: graceMs / 1000 }).catch(() => undefined);
  }
}

interface Waiter {
  resolve(connection: PinnedConnection): void;
  reject(thrown: unknown): void;
}

/** A pool of at most `size` connections of one role; waiters are served in order of arrival. */
export class TransactionPool {
  private readonly all = new Set<PinnedConnection>();
  /** In the order in which they were returned. */
  private readonly free: PinnedConnection[] = [];
  private readonly waiters = new InFlightList<Waiter>();
  private isEnded = false;
  private readonly sweep: NodeJS.Timeout;

  constructor(
    private readonly role: Role,
    private readonly size: number,
    private readonly planning: ConnectionSettings,
    private readonly lifetimes = DEFAULT_LIFETIMES,
    private readonly server: Server = "primary",
  ) {
    this.sweep = setInterval(() => this.closeIdle(), lifetimes.idleMs / 4).unref();
  }

  /** The number of connections that are open or being opened. */
  get count(): number {
    return this.all.size;
  }

  /** The connections that are taken, and the work that waits for one. */
  get usage(): PoolUsage {
    return { inUse: this.all.size - this.free.length, waiting: this.waiters.size, size: this.size };
  }

  /** Runs work on a dedicated connection; `onTaken` runs when it has been acquired. A lost connection is not reused. */
  async use<T>(
    onTaken: (connection: PinnedConnection) => void,
    work: (connection: PinnedConnection) => Promise<T>,
  ): Promise<T> {
    const connection = await this.take();
    try {
      onTaken(connection);
      return await work(connection);
    } finally {
      this.release(connection);
    }
  }

  async end(graceMs: number): Promise<void> {
    this.isEnded = true;
    clearInterval(this.sweep);
    for (let waiter = this.waiters.first; waiter; waiter = this.waiters.first) {
      this.waiters.remove(waiter);
      waiter.value.reject(unavailable("refused", "the connections are closed"));
    }
    await Promise.all([...this.all].map((connection) => connection.end(graceMs)));
  }

  private take(): Promise<PinnedConnection> | PinnedConnection {
    if (this.isEnded) throw unavailable("refused", "the connections are closed");
    const connection = this.nextConnection();
    return connection ?? new Promise((resolve, reject) => this.waiters.add({ resolve, reject }));
  }

  /**
   * Returns the most recently used free connection, so that idle ones can expire, or a new one if the pool is not
   * full.
   */
  private nextConnection(): PinnedConnection | undefined {
    for (let connection = this.free.pop(); connection; connection = this.free.pop()) {
      if (!connection.isLost) return connection;
      this.all.delete(connection);
    }
    if (this.all.size >= this.size) return undefined;
    const { planning, server } = this;
    const connection = new PinnedConnection(this.role, { planning, server, pooled: "plain" });
    this.all.add(connection);
    return connection;
  }

  private release(connection: PinnedConnection): void {
    connection.freeSince = performance.now();
    if (!connection.isLost && connection.freeSince - connection.openedAt > this.lifetimes.maxAgeMs)
      void connection.end();
    if (connection.isLost) this.all.delete(connection);
    else this.free.push(connection);
    const waiter = this.waiters.first;
    const next = waiter && !this.isEnded ? this.nextConnection() : undefined;
    if (!waiter || !next) return;
    this.waiters.remove(waiter);
    waiter.value.resolve(next);
  }

  /** Closes idle connections, after removing them from the free ones. */
  private closeIdle(): void {
    const oldest = performance.now() - this.lifetimes.idleMs;
    for (
      let [connection] = this.free;
      connection && connection.freeSince <= oldest;
      [connection] = this.free
    ) {
      this.free.shift();
      this.all.delete(connection);
      void connection.end();
    }
  }
}
