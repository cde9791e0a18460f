import { setTimeout as sleep } from "node:timers/promises";
import { describeError } from "@/lib/core/errors/describe-error";
import { isFailure } from "@/lib/core/errors/errors";
import type { ConnectionSettings } from "@/lib/core/settings/session-settings";
import { log } from "@/lib/log";
import { type Client, openClient, type Role } from "./connect";
import { POOL_SIZES } from "./connection-limits";
import { type PinnedConnection, TransactionPool } from "./transaction-pool";
import { WalHistory } from "./wal-history";

/** How often the lag is measured; each time a statement of under a millisecond on either server. */
const CHECK_MS = 250;
/** A replica that has not answered for this long is not read; the primary then has its own time limit. */
const ANSWER_TIMEOUT_MS = 2_500;
/** How long the first read waits for the first measurement. */
const FIRST_CHECK_MS = 500;

/** How many reads that may lag each server has answered in this process. */
export interface ReplicaReads {
  replica: number;
  primary: number;
}

/** Where the primary is: the id of its cluster, and its position in the WAL as PostgreSQL writes it. */
export interface PrimaryState {
  cluster: string;
  position: string;
}

interface Options {
  /** The age up to which the replica's data may be read, in milliseconds. */
  maxLagMs: number;
  planning: ConnectionSettings;
  /** Reads the primary's WAL position. */
  readPrimary: () => Promise<PrimaryState | undefined>;
}

/**
 * The streaming replica of `DATABASE_REPLICA_URL`: its connections, and how old its data is. The age is measured by positions
 * in the WAL and this process's clock: the replica has everything that the primary had when it was at a position that the
 * replica has replayed. It is therefore 0 while nothing is written, and independent of the servers' clocks.
 */
export class Replica {
  readonly reads: ReplicaReads = { replica: 0, primary: 0 };
  private pools: Record<Role, TransactionPool>;
  private readonly history = new WalHistory();
  private monitor: Client | undefined;
  private isAnswering = true;
  private isClosed = false;
  private readonly startedAt = performance.now();
  private readonly firstCheck: Promise<void>;

  constructor(private readonly options: Options) {
    this.pools = this.openPools();
    this.firstCheck = this.check();
    void this.keepChecking();
  }

  /** How old the replica's data can be; before the first measurement, since this process has begun to measure. */
  get lagSeconds(): number {
    return Math.min(this.lagMs, performance.now() - this.startedAt) / 1_000;
  }

  private get lagMs(): number {
    return performance.now() - this.history.freshAt;
  }

  get isUsable(): boolean {
    return this.isAnswering && !this.isClosed && this.lagMs <= this.options.maxLagMs;
  }

  /** Waits, shortly, until the lag has been measured once. */
  async ready(): Promise<boolean> {
    await Promise.race([this.firstCheck, sleep(FIRST_CHECK_MS, undefined, { ref: false })]);
    return this.isUsable;
  }

  /**
   * Reads from the replica if it is fresh enough, otherwise from the primary. Where the replica does not answer, ends a read
   * because of a conflict with replay, or throws anything else, the primary decides: a row that is missing on the replica can
   * exist. `onReplica` must therefore change nothing.
   */
  async read<T>(
    role: Role,
    onReplica: (connection: PinnedConnection) => Promise<T>,
    onPrimary: () => Promise<T>,
  ): Promise<T> {
    if (await this.ready()) {
      const read = await this.attempt(role, onReplica);
      if (read) {
        this.countRead("replica");
        return read.value;
      }
    }
    this.countRead("primary");
    return onPrimary();
  }

  countRead(server: keyof ReplicaReads): void {
    this.reads[server]++;
  }

  /** Closes all connections. Never rejects. */
  async close(): Promise<void> {
    this.isClosed = true;
    await Promise.allSettled([this.endPools(), this.monitor?.end({ timeout: 0 })]);
  }

  /** Excludes the replica until it answers a measurement again. */
  exclude(reason: unknown): void {
    if (!this.isAnswering || this.isClosed) return;
    this.isAnswering = false;
    log.warn({ reason: describeError(reason) }, "the replica is not read");
    void this.endPools();
    this.pools = this.openPools();
  }

  private async attempt<T>(
    role: Role,
    work: (connection: PinnedConnection) => Promise<T>,
  ): Promise<{ value: T } | undefined> {
    let taken: PinnedConnection | undefined;
    const onTaken = (connection: PinnedConnection) => {
      taken = connection;
    };
    const read = this.pools[role].use(onTaken, work).then((value) => ({ value }));
    const late = sleep(ANSWER_TIMEOUT_MS, "late" as const, { ref: false });
    try {
      const result = await Promise.race([read, late]);
      if (result !== "late") return result;
      void taken?.end();
      read.catch(() => undefined);
      // Without a connection the pool is busy, which says nothing about the server.
      if (taken) this.exclude(new Error("a read was not answered in time"));
    } catch (thrown) {
      if (taken?.isLost) this.exclude(thrown);
      else if (!isFailure(thrown))
        log.warn({ reason: describeError(thrown) }, "a read of the replica failed, the primary decides");
    }
    return undefined;
  }

  private async keepChecking(): Promise<void> {
    while (!this.isClosed) {
      await sleep(CHECK_MS, undefined, { ref: false });
      await this.check();
    }
  }

  /** Measures the lag once. Never rejects. */
  private async check(): Promise<void> {
    const late = sleep(ANSWER_TIMEOUT_MS, "late" as const, { ref: false });
    try {
      if ((await Promise.race([this.measure(), late])) === "late") throw new Error("no answer in time");
      if (!this.isAnswering) log.warn({}, "the replica answers again");
      this.isAnswering = true;
    } catch (thrown) {
      this.exclude(thrown);
      void this.monitor?.end({ timeout: 0 }).catch(() => undefined);
      this.monitor = undefined;
    }
  }

  private async measure(): Promise<void> {
    const at = performance.now();
    // Without the primary the lag only grows; reads then fail as they do without a replica.
    const primary = await this.options.readPrimary().catch(() => undefined);
    this.monitor ??= openClient("takings_app", { max: 1, isEndedByOwner: true, server: "replica" });
    const [row] = await this.monitor<{ replayed: string | null; cluster: string }[]>`
      select case when pg_is_in_recovery() then pg_last_wal_replay_lsn()::text end as replayed,
        system_identifier::text as cluster from pg_control_system()`;
    if (!row?.replayed) throw new Error("DATABASE_REPLICA_URL is not a replica: it is not in recovery");
    if (!primary) return;
    if (row.cluster !== primary.cluster)
      throw new Error("DATABASE_REPLICA_URL is a replica of another server");
    this.history.add(at, primary.position);
    this.history.replayed(row.replayed);
  }

  private openPools(): Record<Role, TransactionPool> {
    const { planning } = this.options;
    const open = (role: Role) => new TransactionPool(role, POOL_SIZES[role], planning, undefined, "replica");
    return { takings_app: open("takings_app"), takings_system: open("takings_system") };
  }

  private async endPools(): Promise<void> {
    const { takings_app: app, takings_system: system } = this.pools;
    await Promise.allSettled([app.end(0), system.end(0)]);
  }
}
