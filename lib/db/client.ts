import { drizzle, type PgRemoteDatabase } from "drizzle-orm/pg-proxy";
import type postgres from "postgres";
import type { Id } from "@/lib/core/ids";
import { findSingleton, singleton } from "@/lib/process-singleton";
import type { Login } from "./connections/connect";
import { Database } from "./connections/database-health";
import { Listener } from "./connections/listen";
import type { PoolKind } from "./connections/pools";
import { sqlWithTimeout } from "./connections/sql-with-timeout";
import type { StatementPool } from "./connections/statement-pool";
import { PinnedConnection } from "./connections/transaction-pool";
import { toPublicError } from "./errors";
import type { Types } from "./types";

/** Two ways to write statements: `sql` for explicit SQL, `orm` for simple reads and writes. */
export interface Db {
  sql: postgres.ISql<Types>;
  orm: PgRemoteDatabase;
}

/** The longest time that a statement of `longRunningTx` may run. */
const LONG_RUNNING_TIMEOUT_MS = 30 * 60_000;

const database = () => singleton("pools", () => new Database());
const listeners = singleton("listeners", () => new Set<Listener>());

function dbOf(sql: postgres.ISql<Types>): Db {
  return {
    sql,
    get orm() {
      return drizzle(async (query, parameters) => ({
        rows: await sql.unsafe(query, parameters, { prepare: true }).values(),
      }));
    },
  };
}

/**
 * Runs statements as `takings_app`, which has access only to one organisation's rows (`docs/architecture.md`). The
 * organisation is set in the same round trip as the first statement, by pipelining both on one connection. This
 * function and those below, except the `longRunning…` ones and those without time limits, take at most eight seconds
 * in total and reject with `Failure("unavailable")` if the database is unavailable, hangs or is out of space.
 */
export function asOrganisation<T>(
  organisationId: Id<"organisation">,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  return database().runOnPinned("takings_app", async (connection) => {
    // Not awaited: the connection executes statements in the order in which they are sent.
    const tenantSet = setTenant(connection, organisationId);
    try {
      const [result] = await Promise.all([work(dbOf(connection.sql)), tenantSet]);
      return result;
    } finally {
      // If the work fails without a statement, the connection must not be returned before its tenant is known.
      await tenantSet.catch(() => undefined);
    }
  });
}

/** Sets the organisation whose rows a connection can access; skipped if the connection has it already. */
async function setTenant(connection: PinnedConnection, organisationId: Id<"organisation">): Promise<void> {
  if (connection.organisationId === organisationId) return;
  connection.organisationId = undefined;
  await connection.sql`select set_config('takings.organisation', ${organisationId}, false)`.execute();
  connection.organisationId = organisationId;
}

/**
 * Runs work in one SQL transaction. If the caller has timed out, the connection is lost and the transaction rolls
 * back.
 */
async function inTransaction<T>(
  connection: PinnedConnection,
  work: (db: Db) => Promise<T>,
  isSnapshot = false,
): Promise<T> {
  const { sql } = connection;
  await (isSnapshot ? sql`begin isolation level repeatable read read only` : sql`begin`);
  try {
    const result = await work(dbOf(sql));
    await sql`commit`;
    return result;
  } catch (thrown) {
    if (!connection.isLost) await sql`rollback`;
    throw thrown;
  }
}

/** Like `asOrganisation`, in one SQL transaction. */
export function asOrganisationTx<T>(
  organisationId: Id<"organisation">,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  return database().runOnPinned("takings_app", (connection) =>
    inTransaction(connection, async (db) => {
      await db.sql`select set_config('takings.organisation', ${organisationId}, true)`;
      return work(db);
    }),
  );
}

/** Like `asOrganisation`, for consistent reads of several statements in one snapshot. */
export function asOrganisationSnapshot<T>(
  organisationId: Id<"organisation">,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  const read = async (db: Db) => {
    await db.sql`select set_config('takings.organisation', ${organisationId}, true)`;
    return work(db);
  };
  return database().runOnPinned("takings_app", (connection) => inTransaction(connection, read, true));
}

/**
 * Streams reads as `takings_app` in one snapshot, without a total time limit, on a separate connection. The
 * connection is closed when the consumer has read everything, stops, or reads nothing for ten seconds.
 */
export async function* streamAsOrganisation<T>(
  organisationId: Id<"organisation">,
  read: (db: Db) => AsyncGenerator<T>,
): AsyncGenerator<T> {
  const connection = new PinnedConnection("takings_app");
  try {
    await connection.sql`begin isolation level repeatable read read only`;
    await connection.sql`select set_config('takings.organisation', ${organisationId}, true)`;
    yield* read(dbOf(connection.sql));
  } catch (thrown) {
    throw toPublicError(thrown);
  } finally {
    await connection.end();
  }
}

/**
 * Runs statements as `takings_system`, which has access to all organisations: recording, delivery, key lookup,
 * commands.
 */
export function systemDb(): Db {
  return system("plain");
}

/**
 * Like `systemDb`, for statements that must use indexes whatever the statistics: those of webhook delivery
 * (`pools.ts`).
 */
export function systemDbByIndex(): Db {
  return system("byIndex");
}

/**
 * Like `systemDb`, for statements that must fail with 55P03 (`isLockTimeout`) after waiting 50 ms for a lock: those of
 * recording, whose batches are shared by several sessions.
 */
export function systemDbShortLockWait(): Db {
  return system("shortLockWait");
}

/** The last `Db` of each pool; creating one costs as much as a statement. */
const cached: Partial<Record<PoolKind, { statements: StatementPool; db: Db }>> = {};

function system(kind: PoolKind): Db {
  const statements = database().statements(kind);
  const last = cached[kind];
  if (last?.statements === statements) return last.db;
  const db = dbOf(sqlWithTimeout(statements, (start) => database().runStatement(kind, start)));
  cached[kind] = { statements, db };
  return db;
}

/** Runs one SQL transaction as `takings_system`. */
export function systemTx<T>(work: (db: Db) => Promise<T>): Promise<T> {
  return database().runOnPinned("takings_system", (connection) => inTransaction(connection, work));
}

/** Like `systemTx`, for consistent reads of several statements in one snapshot. */
export function systemSnapshot<T>(work: (db: Db) => Promise<T>): Promise<T> {
  return database().runOnPinned("takings_system", (connection) => inTransaction(connection, work, true));
}

/**
 * Like `systemTx`, for work that can take minutes, such as recomputing all totals: on a separate connection, with a
 * limit of 30 minutes per statement. Requests must not wait for it.
 */
export function longRunningTx<T>(work: (db: Db) => Promise<T>): Promise<T> {
  return onSeparateConnection(work);
}

/** Like `longRunningTx`, for consistent reads in one snapshot while payments are recorded. */
export function longRunningSnapshot<T>(work: (db: Db) => Promise<T>): Promise<T> {
  return onSeparateConnection(work, true);
}

async function onSeparateConnection<T>(work: (db: Db) => Promise<T>, isSnapshot = false): Promise<T> {
  // The statements read pages of a few thousand rows; JIT compilation would take longer than their execution.
  const planning = { jit: "off" };
  const connection = new PinnedConnection("takings_system", {
    statementTimeoutMs: LONG_RUNNING_TIMEOUT_MS,
    planning,
  });
  try {
    return await inTransaction(connection, work, isSnapshot);
  } catch (thrown) {
    throw toPublicError(thrown);
  } finally {
    await connection.end(5_000);
  }
}

/**
 * Reads as `takings_system` in one snapshot without time limits, for backups. Uses a separate connection. Rejects
 * with the error of the server or the connection.
 */
export function unlimitedSnapshot<T>(work: (db: Db) => Promise<T>): Promise<T> {
  return withoutLimits("takings_system", "isolation level repeatable read read only", work);
}

/**
 * Runs one SQL transaction as the owner of the tables without time limits, for operations that neither role may do.
 * Row-level security applies to the owner too, unless the work disables it. Rejects like `unlimitedSnapshot`.
 */
export function ownerTx<T>(work: (db: Db) => Promise<T>): Promise<T> {
  return withoutLimits("owner", "read write", work);
}

async function withoutLimits<T>(login: Login, kind: string, work: (db: Db) => Promise<T>): Promise<T> {
  const connection = new PinnedConnection(login);
  try {
    await connection.sql.unsafe(`begin ${kind}`);
    for (const limit of ["statement_timeout", "idle_in_transaction_session_timeout"])
      await connection.sql.unsafe(`set local ${limit} = 0`);
    const result = await work(dbOf(connection.sql));
    await connection.sql`commit`;
    return result;
  } finally {
    // Without a commit the server rolls back. An explicit rollback would wait for ever behind an abandoned COPY.
    await connection.end();
  }
}

/**
 * Listens on a NOTIFY channel until `closePools`, and replaces lost, frozen and half-open connections. `onReady` runs
 * on each new connection; notifications sent while there was none are lost.
 */
export function listen(channel: string, onNotify: (payload: string) => void, onReady?: () => void): void {
  listeners.add(new Listener({ channel, onNotify, onReady }));
}

/** Returns how much of each of this process's pools is used, by name. */
export const getPoolUsage = () => database().usage;

/** Returns whether the database answers within `timeoutMs`; false at once during an outage. Never throws. */
export async function pingDatabase(timeoutMs: number): Promise<boolean> {
  return database().answers(timeoutMs);
}

/** Closes all connections of this process; operations in flight may take up to five more seconds. */
export async function closePools(): Promise<void> {
  for (const listener of listeners) listener.stop();
  listeners.clear();
  await findSingleton<Database>("pools")?.close();
}
