import type { Id } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import { NO_SEQ_SCAN, type PoolKind } from "@/lib/core/settings/session-settings";
import { env } from "@/lib/env";
import { clearSingleton, findSingleton, singleton } from "@/lib/process-singleton";
import type { Login, Server } from "./connections/connect";
import { Database } from "./connections/database-health";
import { Listener } from "./connections/listen";
import { type PrimaryState, Replica } from "./connections/replica";
import { sqlWithTimeout } from "./connections/sql-with-timeout";
import type { StatementPool } from "./connections/statement-pool";
import { PinnedConnection } from "./connections/transaction-pool";
import {
  type Db,
  dbOf,
  inTransaction,
  setTenantLocal,
  withTenant,
  withTenantSnapshot,
  withTenantTx,
} from "./connections/work";
import { toPublicError } from "./errors";

export type { Db } from "./connections/work";

/** The longest time that a statement of `longRunningTx` may run. */
const LONG_RUNNING_TIMEOUT_MS = 30 * 60_000;

const database = () => singleton("pools", () => new Database());
const LISTENER = "listener";

/**
 * Runs statements as `takings_app`, which has access only to one organisation's rows (`docs/architecture.md`). The
 * organisation is set in the same round trip as the first statement, by pipelining both on one connection. This
 * function and those below, except the `longRunning…` ones and those without time limits, take at most eight seconds
 * in total and reject with `Failure("unavailable")` if the database is unavailable, hangs or is out of space.
 */
export async function asOrganisation<T>(
  organisationId: Id<"organisation">,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  return database().runOnPinned("takings_app", (connection) => withTenant(connection, organisationId, work));
}

/** Like `asOrganisation`, in one SQL transaction. */
export async function asOrganisationTx<T>(
  organisationId: Id<"organisation">,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  return database().runOnPinned("takings_app", (connection) =>
    withTenantTx(connection, organisationId, work),
  );
}

/** Like `asOrganisation`, for consistent reads of several statements in one snapshot. */
async function asOrganisationSnapshot<T>(
  organisationId: Id<"organisation">,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  return database().runOnPinned("takings_app", (connection) =>
    withTenantSnapshot(connection, organisationId, work),
  );
}

/**
 * Like `asOrganisation`, for reads: where the scope tolerates lag, they can come from the replica, up to
 * `DATABASE_REPLICA_MAX_LAG_MS` old. If the work fails there it is repeated on the primary, so it must change nothing.
 */
export async function readAsOrganisation<T>(scope: Scope, work: (db: Db) => Promise<T>): Promise<T> {
  const { organisationId } = scope;
  const onPrimary = () => asOrganisation(organisationId, work);
  return (
    replicaFor(scope)?.read("takings_app", (on) => withTenant(on, organisationId, work), onPrimary) ??
    onPrimary()
  );
}

/** Like `readAsOrganisation`, for consistent reads of several statements in one snapshot. */
export async function readSnapshot<T>(scope: Scope, work: (db: Db) => Promise<T>): Promise<T> {
  const { organisationId } = scope;
  const onPrimary = () => asOrganisationSnapshot(organisationId, work);
  return (
    replicaFor(scope)?.read("takings_app", (on) => withTenantSnapshot(on, organisationId, work), onPrimary) ??
    onPrimary()
  );
}

/** Like `readSnapshot` as `takings_system`, which has access to all organisations: every statement must name the scope's. */
export async function readSystemSnapshot<T>(scope: Scope, work: (db: Db) => Promise<T>): Promise<T> {
  const onPrimary = () => systemSnapshot(work);
  return (
    replicaFor(scope)?.read("takings_system", (on) => inTransaction(on, work, true), onPrimary) ?? onPrimary()
  );
}

/**
 * Streams reads as `takings_app` in one snapshot, without a total time limit, on a separate connection: of the replica, under
 * the conditions of `readAsOrganisation`. If the replica fails, `read` is called again for the primary, and must continue after
 * what it has yielded. The connection is closed when the consumer has read everything, stops, or reads nothing for ten seconds.
 */
export async function* streamAsOrganisation<T>(
  scope: Scope,
  read: (db: Db) => AsyncGenerator<T>,
): AsyncGenerator<T> {
  const replica = replicaFor(scope);
  if (await replica?.ready()) {
    try {
      yield* streamFrom("replica", scope, read);
      replica?.countRead("replica");
      return;
    } catch {
      // The primary decides, as in `Replica.read`.
    }
  }
  replica?.countRead("primary");
  try {
    yield* streamFrom("primary", scope, read);
  } catch (thrown) {
    throw toPublicError(thrown);
  }
}

async function* streamFrom<T>(
  server: Server,
  { organisationId }: Scope,
  read: (db: Db) => AsyncGenerator<T>,
): AsyncGenerator<T> {
  const connection = new PinnedConnection("takings_app", { server });
  try {
    await connection.sql`begin isolation level repeatable read read only`;
    const db = dbOf(connection.sql);
    await setTenantLocal(db, organisationId);
    yield* read(db);
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
export async function systemTx<T>(work: (db: Db) => Promise<T>): Promise<T> {
  return database().runOnPinned("takings_system", (connection) => inTransaction(connection, work));
}

/** Like `systemTx`, for consistent reads of several statements in one snapshot. */
async function systemSnapshot<T>(work: (db: Db) => Promise<T>): Promise<T> {
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
export function listen(channel: string, onNotify: (value: string) => void, onReady?: () => void): void {
  singleton(LISTENER, () => new Listener()).add({ channel, onNotify, onReady });
}

/** The replica, if there is one and the caller's reads may be old. */
const replicaFor = ({ toleratesLag }: Scope) => (toleratesLag ? findReplica() : undefined);

/** Returns the access to the replica, which measures its lag from the first call on; undefined without one. */
export function findReplica(): Replica | undefined {
  const { databaseReplicaUrl, replicaMaxLagMs: maxLagMs } = env();
  if (!databaseReplicaUrl) return undefined;
  return singleton("replica", () => new Replica({ maxLagMs, planning: NO_SEQ_SCAN, readPrimary }));
}

async function readPrimary(): Promise<PrimaryState | undefined> {
  const [state] = await systemDb().sql<PrimaryState[]>`
    select pg_current_wal_insert_lsn()::text as position, system_identifier::text as cluster from pg_control_system()`;
  return state;
}

/** Returns how much of each of this process's pools is used, by name. */
export const getPoolUsage = () => database().usage;

/** Returns whether the database answers within `timeoutMs`; false at once during an outage. Never throws. */
export async function pingDatabase(timeoutMs: number): Promise<boolean> {
  return database().answers(timeoutMs);
}

/** Closes all connections of this process; operations in flight may take up to five more seconds. */
export async function closePools(): Promise<void> {
  findSingleton<Listener>(LISTENER)?.stop();
  clearSingleton(LISTENER);
  await findSingleton<Replica>("replica")?.close();
  await findSingleton<Database>("pools")?.close();
}

/** Closes all connections that this process has; the next operation connects again, with the settings that hold then. */
export async function resetPools(): Promise<void> {
  await closePools();
  for (const name of ["replica", "pools"]) clearSingleton(name);
}
