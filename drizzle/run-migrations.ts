import { setTimeout as sleep } from "node:timers/promises";
import { type MigrationMeta, readMigrationFiles } from "drizzle-orm/migrator";
import type postgres from "postgres";

/**
 * How long a migration waits for a table that a running service uses. Statements of the service queue behind a waiting
 * migration, so it gives up soon and is repeated.
 */
const LOCK_TIMEOUT_MS = 1_000;
const LOCK_RETRY_MS = 500;
const LOCK_ATTEMPTS = 60;
const LOCK_TIMED_OUT = "55P03";
/** How long an index that is created concurrently waits for the transactions before it; nothing waits for it meanwhile. */
const INDEX_LOCK_TIMEOUT_MS = 60_000;

/** The beginning of a statement that creates an index, as drizzle-kit writes it. */
const CREATE_INDEX = /^\s*(create (?:unique )?index) "(\w+)" on "(\w+)"/i;
/** The first line of a statement that also runs by itself before the transaction. It can run several times, on any database. */
const BEFORE_TRANSACTION = /^\s*-- before the transaction$/m;

/**
 * Runs the pending migrations in one SQL transaction, with the journal of drizzle-orm. Indexes of tables that already exist are
 * created before, concurrently, so that a table of millions of rows is written meanwhile, and so are the checks of existing rows
 * (`BEFORE_TRANSACTION`). A table that is locked for a second is tried again, for half a minute and more. Throws the server's
 * error.
 */
export async function runMigrations(owner: postgres.Sql, folder: string): Promise<void> {
  await owner.unsafe(`create schema if not exists drizzle;
    create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`);
  const pending = await listPending(owner, folder);
  if (pending.length === 0) return;
  await setLockTimeout(owner, INDEX_LOCK_TIMEOUT_MS);
  for (const statement of pending.flatMap(({ sql }) => sql)) await createIndex(owner, statement);
  await setLockTimeout(owner, LOCK_TIMEOUT_MS);
  await runBefore(
    owner,
    pending.flatMap(({ sql }) => sql.filter((statement) => BEFORE_TRANSACTION.test(statement))),
  );
  for (let attempt = 1; !(await tryAll(owner, pending, attempt)); attempt++) await sleep(LOCK_RETRY_MS);
}

const setLockTimeout = (owner: postgres.Sql, ms: number) =>
  owner`select set_config('lock_timeout', ${String(ms)}, false)`;

/** Lists the migrations that are newer than the last one that has run. */
async function listPending(owner: postgres.Sql, folder: string): Promise<MigrationMeta[]> {
  const [last] = await owner<{ at: string | null }[]>`
    select max(created_at)::text as at from drizzle.__drizzle_migrations`;
  return readMigrationFiles({ migrationsFolder: folder }).filter(
    ({ folderMillis }) => !last?.at || folderMillis > Number(last.at),
  );
}

/** Runs the migrations. Returns false if a table was locked too long, unless this was the last attempt. */
async function tryAll(
  owner: postgres.Sql,
  pending: readonly MigrationMeta[],
  attempt: number,
): Promise<boolean> {
  try {
    await owner.begin(async (tx) => {
      for (const { sql, hash, folderMillis } of pending) {
        for (const statement of sql) await runStatement(tx, statement);
        await tx`insert into drizzle.__drizzle_migrations (hash, created_at) values (${hash}, ${folderMillis})`;
      }
    });
    return true;
  } catch (thrown) {
    if (isLockTimeout(thrown) && attempt < LOCK_ATTEMPTS) return false;
    throw thrown;
  }
}

/**
 * Runs statements in their order, each in a SQL transaction of its own, so that what reads a large table locks nothing. The rest
 * after one that fails is left to the transaction, where all of them run again.
 */
async function runBefore(owner: postgres.Sql, statements: readonly string[]): Promise<void> {
  for (const statement of statements) if (!(await tryAlone(owner, statement))) return;
}

/** Runs a statement, again while a table is locked. Returns false if it fails. */
async function tryAlone(owner: postgres.Sql, statement: string): Promise<boolean> {
  for (let attempt = 1; ; attempt++) {
    try {
      await owner.unsafe(statement);
      return true;
    } catch (thrown) {
      if (!isLockTimeout(thrown) || attempt === LOCK_ATTEMPTS) return false;
      await sleep(LOCK_RETRY_MS);
    }
  }
}

const isLockTimeout = (thrown: unknown) =>
  thrown instanceof Error && "code" in thrown && thrown.code === LOCK_TIMED_OUT;

/** Whether an index of this name exists: `undefined` if none does, false if it was not finished. */
async function findIndex(sql: postgres.Sql | postgres.TransactionSql, index: string) {
  const [found] = await sql<{ isValid: boolean }[]>`
    select indisvalid as "isValid" from pg_index where indexrelid = to_regclass(format('public.%I', ${index}::text))`;
  return found?.isValid;
}

/** Runs a statement of a migration, unless it creates an index that was created concurrently before. */
async function runStatement(tx: postgres.TransactionSql, statement: string): Promise<void> {
  const [, , index] = CREATE_INDEX.exec(statement) ?? [];
  const isValid = index ? await findIndex(tx, index) : undefined;
  if (isValid) return;
  if (isValid === false) await tx.unsafe(`drop index public."${index}"`);
  await tx.unsafe(statement);
}

/**
 * Creates the index of a statement concurrently if its table exists and it does not. One that cannot be created so, because a
 * column is missing or a transaction lasts too long, is left to the migration.
 */
async function createIndex(owner: postgres.Sql, statement: string): Promise<void> {
  const [, , index, table] = CREATE_INDEX.exec(statement) ?? [];
  if (!index || !table) return;
  const [found] =
    await owner`select from pg_class where oid = to_regclass(format('public.%I', ${table}::text))`;
  const isValid = await findIndex(owner, index);
  if (!found || isValid) return;
  try {
    // What a killed attempt has left.
    if (isValid === false) await owner.unsafe(`drop index concurrently public."${index}"`);
    await owner.unsafe(statement.replace(CREATE_INDEX, '$1 concurrently "$2" on "$3"'));
  } catch {
    return;
  }
}
