import { drizzle, type PgRemoteDatabase } from "drizzle-orm/pg-proxy";
import type postgres from "postgres";
import type { Id } from "@/lib/core/ids";
import { findSingleton, singleton } from "@/lib/process-singleton";
import type { Login } from "./connect";
import { Database } from "./database-health";
import { toPublicError } from "./errors";
import { Listener } from "./listen";
import type { PoolKind } from "./pools";
import { sqlWithTimeout } from "./sql-with-timeout";
import type { StatementPool } from "./statement-pool";
import { PinnedConnection } from "./transaction-pool";
import type { Types } from "./types";

/** What statements are written with: `sql` for those that must be read as SQL, `orm` for plain reads and writes. */
export interface Db {
  sql: postgres.ISql<Types>;
  orm: PgRemoteDatabase;
}

/** The longest that a statement of `patientTx` may run. */
const PATIENT_TIMEOUT_MS = 30 * 60_000;

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
 * Runs statements as `takings_app`, which sees one organisation's rows alone (house: two walls). The organisation is
 * set in the same round trip as the first statement: both go down one connection, one behind the other.
 * This and its neighbours below, `patientTx` apart, wait eight seconds at most in all and reject with
 * `Failure("unavailable")` where the database is away, hangs or is out of room.
 */
export function asOrganisation<T>(
  organisationId: Id<"organisation">,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  return database().runOnPinned("takings_app", async (line) => {
    // Sent first, and not waited for: what is sent after it is carried out after it.
    const shown = setTenant(line, organisationId);
    try {
      const [result] = await Promise.all([work(dbOf(line.sql)), shown]);
      return result;
    } finally {
      // Work that fails without a statement must not hand the line on before it is known whose rows it shows.
      await shown.catch(() => undefined);
    }
  });
}

/** Has a connection show one organisation's rows from now on; it remembers, and need not be told twice in a row. */
async function setTenant(line: PinnedConnection, organisationId: Id<"organisation">): Promise<void> {
  if (line.organisationId === organisationId) return;
  line.organisationId = undefined;
  await line.sql`select set_config('takings.organisation', ${organisationId}, false)`.execute();
  line.organisationId = organisationId;
}

/** Does work in one SQL transaction; where its caller was given up, the line is lost and with it the work. */
async function inTransaction<T>(
  line: PinnedConnection,
  work: (db: Db) => Promise<T>,
  isSnapshot = false,
): Promise<T> {
  const { sql } = line;
  await (isSnapshot ? sql`begin isolation level repeatable read read only` : sql`begin`);
  try {
    const result = await work(dbOf(sql));
    await sql`commit`;
    return result;
  } catch (thrown) {
    if (!line.isLost) await sql`rollback`;
    throw thrown;
  }
}

/** The same in one SQL transaction. */
export function asOrganisationTx<T>(
  organisationId: Id<"organisation">,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  return database().runOnPinned("takings_app", (line) =>
    inTransaction(line, async (db) => {
      await db.sql`select set_config('takings.organisation', ${organisationId}, true)`;
      return work(db);
    }),
  );
}

/** The same for reads of several statements that must agree: all see what one moment saw. */
export function asOrganisationSnapshot<T>(
  organisationId: Id<"organisation">,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  const read = async (db: Db) => {
    await db.sql`select set_config('takings.organisation', ${organisationId}, true)`;
    return work(db);
  };
  return database().runOnPinned("takings_app", (line) => inTransaction(line, read, true));
}

/**
 * Reads as `takings_app` in one snapshot for as long as what is read is taken: on a connection of its own, which is
 * given back when the reader has all, stops, or takes nothing for ten seconds.
 */
export async function* streamAsOrganisation<T>(
  organisationId: Id<"organisation">,
  read: (db: Db) => AsyncGenerator<T>,
): AsyncGenerator<T> {
  const line = new PinnedConnection("takings_app");
  try {
    await line.sql`begin isolation level repeatable read read only`;
    await line.sql`select set_config('takings.organisation', ${organisationId}, true)`;
    yield* read(dbOf(line.sql));
  } catch (thrown) {
    throw toPublicError(thrown);
  } finally {
    await line.end();
  }
}

/** Statements as `takings_system`, which sees the whole house: recording, delivery, key look-up, the command line. */
export function systemDb(): Db {
  return system("plain");
}

/** The same for statements that must read by index whatever the statistics say: those of sending (`pools.ts`). */
export function systemDbByIndex(): Db {
  return system("byIndex");
}

/**
 * The same for statements that fail with 55P03 (`isLockTimeout`) where they wait longer than 50 ms for a lock: those of
 * recording, which share a batch among sessions.
 */
export function systemDbShortLockWait(): Db {
  return system("shortLockWait");
}

/** What was made last, for making it costs as much as a statement. */
const lastMade: Partial<Record<PoolKind, { statements: StatementPool; db: Db }>> = {};

function system(way: PoolKind): Db {
  const statements = database().statements(way);
  const held = lastMade[way];
  if (held?.statements === statements) return held.db;
  const db = dbOf(sqlWithTimeout(statements, (start) => database().runStatement(way, start)));
  lastMade[way] = { statements, db };
  return db;
}

/** Runs one SQL transaction as `takings_system`. */
export function systemTx<T>(work: (db: Db) => Promise<T>): Promise<T> {
  return database().runOnPinned("takings_system", (line) => inTransaction(line, work));
}

/** The same for reads of several statements that must agree: all see what one moment saw. */
export function systemSnapshot<T>(work: (db: Db) => Promise<T>): Promise<T> {
  return database().runOnPinned("takings_system", (line) => inTransaction(line, work, true));
}

/**
 * The same for what may take minutes, such as deriving every total again: on a connection of its own, with half an
 * hour for each statement. No request may wait for it.
 */
export function longRunningTx<T>(work: (db: Db) => Promise<T>): Promise<T> {
  return onOwnLine(work);
}

/** The same for reads that must agree: all see what one moment saw, also while payments are recorded. */
export function longRunningSnapshot<T>(work: (db: Db) => Promise<T>): Promise<T> {
  return onOwnLine(work, true);
}

async function onOwnLine<T>(work: (db: Db) => Promise<T>, isSnapshot = false): Promise<T> {
  // Pages of a few thousand rows: compiling the plan of each would take longer than running it.
  const planning = { jit: "off" };
  const line = new PinnedConnection("takings_system", { statementTimeoutMs: PATIENT_TIMEOUT_MS, planning });
  try {
    return await inTransaction(line, work, isSnapshot);
  } catch (thrown) {
    throw toPublicError(thrown);
  } finally {
    await line.end(5_000);
  }
}

/**
 * Reads as `takings_system` in one snapshot, without any time limit: a backup. On a connection of its own. Rejects
 * with what the server or the connection said.
 */
export function unlimitedSnapshot<T>(work: (db: Db) => Promise<T>): Promise<T> {
  return withoutLimits("takings_system", "isolation level repeatable read read only", work);
}

/**
 * Runs one SQL transaction as the owner of the tables, without any time limit: for what neither role may do. Row-level
 * security applies to the owner too, unless the work lifts it. Rejects like `unlimitedSnapshot`.
 */
export function ownerTx<T>(work: (db: Db) => Promise<T>): Promise<T> {
  return withoutLimits("owner", "read write", work);
}

async function withoutLimits<T>(login: Login, kind: string, work: (db: Db) => Promise<T>): Promise<T> {
  const line = new PinnedConnection(login);
  try {
    await line.sql.unsafe(`begin ${kind}`);
    for (const limit of ["statement_timeout", "idle_in_transaction_session_timeout"])
      await line.sql.unsafe(`set local ${limit} = 0`);
    const result = await work(dbOf(line.sql));
    await line.sql`commit`;
    return result;
  } finally {
    // Without a commit the server undoes everything. A rollback would wait for ever behind a COPY that was given up.
    await line.end();
  }
}

/**
 * Listens on a NOTIFY channel until `closePools`, through lost, frozen and half-open connections. `onReady` runs at
 * each new connection. What is told while there is none is not heard.
 */
export function listen(channel: string, onNotify: (payload: string) => void, onReady?: () => void): void {
  listeners.add(new Listener({ channel, onNotify, onReady }));
}

/** Whether the database answers within a time; false at once while it is known to be away. Never throws. */
export async function pingDatabase(timeoutMs: number): Promise<boolean> {
  return database().answers(timeoutMs);
}

/** Closes every connection of this process, letting work under way finish for up to five seconds. */
export async function closePools(): Promise<void> {
  for (const listener of listeners) listener.stop();
  listeners.clear();
  await findSingleton<Database>("pools")?.close();
}
