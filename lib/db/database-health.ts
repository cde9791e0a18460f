import { setTimeout as sleep } from "node:timers/promises";
import { log } from "@/lib/log";
import { openClient, type Role } from "./connect";
import { faultOf, unavailable } from "./errors";
import { type PoolKind, Pools } from "./pools";
import type { Start } from "./sql-with-timeout";
import type { StatementPool } from "./statement-pool";
import type { PinnedConnection } from "./transaction-pool";

/** How often a database that is away is looked for: it is served from again within a second of its return. */
const PROBE_EVERY_MS = 250;
/** A probe that has no answer by then has none: longer than making a connection may take. */
const PROBE_TIMEOUT_MS = 2_500;
/** Nothing answered for so long, and one piece of work overdue: it is the database that hangs, not that work. */
const SILENCE_MS = 2_000;

/**
 * The way to the database. While it answers, work goes to the pools. When no connection can be had, or nothing is
 * answered any more, there is an outage: every call fails at once, the pools are thrown away, and one probe at a
 * time looks for a database that can be written to. With it come fresh pools, at the address that holds by then.
 */
export class Database {
  /** Ended already during an outage, when it only makes statements that are never sent. */
  private current = this.openPools();
  private isAway = false;
  private isClosed = false;

  /** What single statements are made with; `runStatement` sends them. */
  statements(way: PoolKind): StatementPool {
    return this.current.statements(way);
  }

  /** Sends one statement and waits for its end; for what it rejects with see `Pools`. */
  runStatement<T>(way: PoolKind, start: Start<T>): Promise<T> {
    return this.rejection() ?? this.current.runStatement(way, start);
  }

  /** Does work on a connection of its own. */
  runOnPinned<T>(role: Role, work: (line: PinnedConnection) => Promise<T>): Promise<T> {
    return this.rejection() ?? this.current.runOnPinned(role, work);
  }

  /** Whether the database answers within a time; false at once during an outage. Never throws. */
  async answers(timeoutMs: number): Promise<boolean> {
    const { client } = this.statements("plain").take();
    const ask = client`select true as up`;
    const ping = this.runStatement("plain", (resolve, reject) => void ask.then(resolve, reject)).then(
      () => true,
      () => false,
    );
    return Promise.race([ping, sleep(timeoutMs, false, { ref: false })]);
  }

  /** Ends every connection for good, letting work under way finish for up to five seconds. */
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

  /** The refusal of all work while there is no database to do it. */
  private rejection(): Promise<never> | undefined {
    if (this.isAway) return Promise.reject(unavailable("unreachable", "the database is away"));
    if (this.isClosed) return Promise.reject(unavailable("unreachable", "this process is stopping"));
    return undefined;
  }

  private onOverdue(pools: Pools): void {
    if (pools === this.current && pools.silentMs >= SILENCE_MS) {
      this.markUnavailable("nothing is answered");
      return;
    }
    // Others are answered: single connections are dead, or there is more work than connections.
    log.warn({}, "a connection to the database does not answer and is given up");
    pools.giveUpOverdue();
  }

  private onFailed(pools: Pools, thrown: unknown): void {
    const fault = faultOf(thrown);
    if (pools !== this.current || fault === undefined) return;
    if (fault === "lost") pools.renewAll();
    const isOneSlowConnection = codeOf(thrown) === "CONNECT_TIMEOUT" && pools.silentMs < SILENCE_MS;
    if (fault === "unreachable" && !isOneSlowConnection) this.markUnavailable(String(thrown));
  }

  private markUnavailable(reason: string): void {
    if (this.isAway || this.isClosed) return;
    this.isAway = true;
    log.error({ reason }, "the database is away");
    void this.current.end(0);
    void this.awaitReturn(performance.now());
  }

  private async awaitReturn(since: number): Promise<void> {
    while (!(await isServing())) {
      await sleep(PROBE_EVERY_MS, undefined, { ref: false });
      if (this.isClosed) return;
    }
    if (this.isClosed) return;
    this.current = this.openPools();
    this.isAway = false;
    log.warn({ awayMs: Math.round(performance.now() - since) }, "the database is back");
  }
}

const codeOf = (thrown: unknown) => (thrown instanceof Error && "code" in thrown ? thrown.code : undefined);

/** Whether a connection can be had on which one may write: a standby that is not yet promoted serves nobody. */
async function isServing(): Promise<boolean> {
  try {
    const client = openClient("takings_system", { max: 1 });
    const ask = async () => {
      const [row] = await client<{ readOnly: string }[]>`
        select current_setting('transaction_read_only') as "readOnly"`;
      return row?.readOnly === "off";
    };
    try {
      return await Promise.race([ask(), sleep(PROBE_TIMEOUT_MS, false, { ref: false })]);
    } finally {
      void client.end({ timeout: 0 }).catch(() => undefined);
    }
  } catch {
    return false;
  }
}
