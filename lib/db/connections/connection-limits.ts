/** The connections of each pool (`pools.ts`). */
export const POOL_SIZES = {
  /** Single statements of `takings_system`, which share connections. */
  plain: 6,
  /** Statements that must use indexes: the webhook sender claims on one connection and records on another. */
  byIndex: 2,
  /** Statements with a short lock timeout: recording has at most two in flight. */
  shortLockWait: 2,
  /** Work of several statements for one organisation, each on its own connection. */
  takings_app: 8,
  /** SQL transactions across organisations, each on its own connection. */
  takings_system: 6,
} as const;

/** The connection that listens on all channels (`listen.ts`). */
export const LISTENERS = 1;

/** Exports that run concurrently; each reads on a separate connection (`lib/exports/slots.ts`). */
export const MAX_RUNNING_EXPORTS = 4;

/**
 * The most database connections that a serving process keeps open: 24 in pools, one listener and 4 exports. Exceeded
 * only for up to six seconds while a pool is replaced after a fault. Commands open separate connections of their own.
 */
export const CONNECTIONS_PER_PROCESS =
  Object.values(POOL_SIZES).reduce<number>((sum, size) => sum + size, 0) + LISTENERS + MAX_RUNNING_EXPORTS;

/** Those of a process by login: at the server itself, and through a pooler, which then opens as many as it is configured to. */
export const CONNECTIONS_BY_LOGIN = {
  direct: { application: MAX_RUNNING_EXPORTS, system: LISTENERS },
  pooled: {
    application: POOL_SIZES.takings_app,
    system: POOL_SIZES.plain + POOL_SIZES.byIndex + POOL_SIZES.shortLockWait + POOL_SIZES.takings_system,
  },
} as const;

/** The most serving processes on the embedded PostgreSQL (`WEB_CONCURRENCY`). */
export const MAX_EMBEDDED_PROCESSES = 5;

/** `max_connections` of the embedded PostgreSQL: those processes, and 20 for commands and psql. */
export const EMBEDDED_MAX_CONNECTIONS = MAX_EMBEDDED_PROCESSES * CONNECTIONS_PER_PROCESS + 20;
