/** PostgreSQL settings of a connection, mostly of the planner. */
export type ConnectionSettings = Readonly<Record<string, string>>;

/**
 * The server's statement timeout. The server ends slow statements itself, so no answer beyond it (`ANSWER_TIMEOUT_MS`
 * in `pools.ts`) means that the server or the network is dead.
 */
export const STATEMENT_TIMEOUT_MS = 6_000;
/** A SQL transaction idle for longer than any operation may take has lost its client; the server releases its locks. */
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 10_000;

/** The settings of every connection. */
export const COMMON_SETTINGS: ConnectionSettings = {
  TimeZone: "UTC",
  statement_timeout: String(STATEMENT_TIMEOUT_MS),
  idle_in_transaction_session_timeout: String(IDLE_IN_TRANSACTION_TIMEOUT_MS),
};

/**
 * Planner settings for requests: no sequential scans, whose cost grows with every past event, and no JIT compilation,
 * which would take longer than the execution.
 */
export const NO_SEQ_SCAN: ConnectionSettings = { enable_seqscan: "off", jit: "off" };

/** See `STATEMENT_POOLS.shortLockWait`. */
export const SHORT_LOCK_TIMEOUT = "50ms";

/** The statement pools, whose connections run single statements of `takings_system`. */
export const STATEMENT_POOLS = {
  plain: { loginSuffix: "", settings: {} },
  /**
   * Planner settings that force index scans in index order, whatever the statistics. After a burst the statistics still
   * describe a small table, and PostgreSQL would read and sort the whole backlog at each claim: 40 ms instead of 1 ms
   * with 20,000 due deliveries.
   */
  byIndex: { loginSuffix: "_by_index", settings: { ...NO_SEQ_SCAN, enable_sort: "off" } },
  /**
   * A statement fails with 55P03 if it waits longer than this for a lock. The wait blocks all other recording, so it is
   * under 1 % of the interval of at least five seconds between two such waits for one session
   * (`lib/transactions/recording/batch-queue.ts`), and several times the few milliseconds for which recording itself holds a lock.
   */
  shortLockWait: { loginSuffix: "_short_lock_wait", settings: { lock_timeout: SHORT_LOCK_TIMEOUT } },
} as const satisfies Record<string, { loginSuffix: string; settings: ConnectionSettings }>;

/** The kinds of statement pools: default plans, index scans only, or a short lock timeout. */
export type PoolKind = keyof typeof STATEMENT_POOLS;

/** A name of a PostgreSQL role has at most this many bytes. */
const MAX_NAME_BYTES = 63;

/**
 * Returns the URL with the login of a statement pool behind a transaction pooler, where a connection cannot set its own
 * settings: the system login's name with a suffix, and the same password.
 */
export function poolLoginUrl(systemUrl: string, kind: PoolKind): string {
  const { loginSuffix } = STATEMENT_POOLS[kind];
  const url = new URL(systemUrl);
  url.username = `${url.username.slice(0, MAX_NAME_BYTES - loginSuffix.length)}${loginSuffix}`;
  return url.href;
}
