import { setTimeout as sleep } from "node:timers/promises";
import type { PoolKind } from "@/lib/core/settings/session-settings";
import { log } from "@/lib/log";
import { classifyFault, unavailable } from "../errors";
import { openClient, type Role } from "./connect";
import { Pools } from "./pools";
import type { StartOperation } from "./sql-with-timeout";
import type { StatementPool } from "./statement-pool";
import type { PinnedConnection } from "./transaction-pool";

/** Interval of probes during an outage; the service recovers within a second of the database's return. */
const PROBE_INTERVAL_MS = 250;
/** The time limit of a probe; longer than the connection timeout. */
const PROBE_TIMEOUT_MS = 2_500;
/** If an operation is overdue and no other has been answered for this long, the database hangs, not the operation. */
const SILENCE_MS = 2_000;

/**
 * The access to the database. While it is available, operations go to the pools. If no connection can be opened or
 * nothing is answered, an outage begins: all calls fail at once, the pools are closed, and one probe at a time checks
 * for a writable database. After a successful probe, new pools are opened at the then current address.
 */
export class Database {
  /** During an outage these pools are closed and only create statements that are never sent. */
  private current = this.openPools();
  private isUnavailable = false;
  private isClosed = false;

  /** The pool that creates single statements; `runStatement` sends them. */
  statements(kind: PoolKind): StatementPool {
    return this.current.statements(kind);
  }

  /** Sends one statement and waits for its result. For its errors see `Pools`. */
  runStatement<T>(kind: PoolKind, start: StartOperation<T>): Promise<T> {
    return this.rejection() ?? this.current.runStatement(kind, start);
  }

  /** Runs work on a dedicated connection. */
  runOnPinned<T>(role: Role, work: (connection: PinnedConnection) => Promise<T>): Promise<T> {
    return this.rejection() ?? this.current.runOnPinned(role, work);
  }

  /** How much of each pool is used. */
  get usage(): Pools["usage"] {
    return this.current.usage;
  }

  /** Returns whether the database answers within `timeoutMs`; false at once during an outage. Never throws. */
  async answers(timeoutMs: number): Promise<boolean> {
    const { client } = this.statements("plain").leastBusy();
    const query = client`select true as up`;
    const ping = this.runStatement("plain", (resolve, reject) => void query.then(resolve, reject)).then(
      () => true,
      () => false,
    );
    return Promise.race([ping, sleep(timeoutMs, false, { ref: false })]);
  }

  /** Closes all connections; operations in flight may take up to five more seconds. */
  async close(): Promise<void> {
    this.isClosed = true;
    await this.current.end(5_000);
  }

  private openPools(): Pools {
    return new Pools({
      overdue: (pools) => this.onOverdue(pools),
      failed: (pools, thrown) => this.onFailed(pools, thrown),
    });
  }

  /** Returns a rejected promise during an outage and after `close`, otherwise undefined. */
  private rejection(): Promise<never> | undefined {
    if (this.isUnavailable) return Promise.reject(unavailable("unreachable", "the database is unavailable"));
    if (this.isClosed) return Promise.reject(unavailable("unreachable", "this process is stopping"));
    return undefined;
  }

  private onOverdue(pools: Pools): void {
    if (pools === this.current && pools.msSinceLastAnswer >= SILENCE_MS) {
      this.markUnavailable("no statement is answered");
      return;
    }
    // Other operations are answered: some connections are dead, or there are more operations than connections.
    log.warn({}, "a database connection does not answer and is closed");
    pools.rejectOverdue();
  }

  private onFailed(pools: Pools, thrown: unknown): void {
    const fault = classifyFault(thrown);
    if (this.isClosed || pools !== this.current || fault === undefined) return;
    if (fault === "lost") pools.replaceStatementPools();
    const isSingleSlowConnection =
      codeOf(thrown) === "CONNECT_TIMEOUT" && pools.msSinceLastAnswer < SILENCE_MS;
    if (fault === "unreachable" && !isSingleSlowConnection) this.markUnavailable(String(thrown));
  }

  private markUnavailable(reason: string): void {
    if (this.isUnavailable || this.isClosed) return;
    this.isUnavailable = true;
    log.error({ reason }, "the database is unavailable");
    void this.current.end(0);
    void this.awaitReturn(performance.now());
  }

  private async awaitReturn(since: number): Promise<void> {
    while (!(await isWritable())) {
      await sleep(PROBE_INTERVAL_MS, undefined, { ref: false });
      if (this.isClosed) return;
    }
    if (this.isClosed) return;
    this.current = this.openPools();
    this.isUnavailable = false;
    log.warn({ awayMs: Math.round(performance.now() - since) }, "the database is available again");
  }
}

const codeOf = (thrown: unknown) => (thrown instanceof Error && "code" in thrown ? thrown.code : undefined);

/** Returns whether a writable connection can be opened; a standby that is not yet promoted does not count. */
async function isWritable(): Promise<boolean> {
  try {
    const client = openClient("takings_system", { max: 1, pooled: "plain" });
    const probe = async () => {
      const [row] = await client<{ readOnly: string }[]>`
        select current_setting('transaction_read_only') as read_only`;
      return row?.readOnly === "off";
    };
    try {
      return await Promise.race([probe(), sleep(PROBE_TIMEOUT_MS, false, { ref: false })]);
    } finally {
      void client.end({ timeout: 0 }).catch(() => undefined);
    }
  } catch {
    return false;
  }
}
