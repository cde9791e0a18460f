import { existsSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type postgres from "postgres";
import { openClient, prepareLogins, ROLES, type SystemLogin } from "./logins";
import { preparePooledLogins } from "./pooled-logins";
import { runMigrations } from "./run-migrations";

interface Addresses {
  /** The owner of the tables, who may create roles if they do not exist yet. */
  ownerUrl: string;
  /** The service's login for work of one organisation; it owns nothing. */
  applicationUrl: string;
  /** The service's login for work across organisations. Absent: the application's login has both roles. */
  system?: SystemLogin | undefined;
  /** Whether the service reaches the database through a transaction pooler. */
  hasPooler?: boolean;
}

const MIN_MAJOR_VERSION = 15;
const LOCK_POLL_MS = 50;
/** An arbitrary key that no other advisory lock of this database uses. */
const MIGRATION_LOCK = 7_820_146;

/**
 * Migrates a database: creates both roles and their logins if they do not exist, and runs all pending migrations.
 * Safe to repeat, to run in several processes, and while a service of the release before works on the database. Throws if
 * the server is older than PostgreSQL 15, if a role can bypass row-level security, if one login can use the other's role, or
 * if the owner lacks rights.
 */
export async function migrate(
  { ownerUrl, applicationUrl, system, hasPooler }: Addresses,
  folder = migrationsFolder(),
): Promise<void> {
  const owner = openClient(ownerUrl);
  try {
    await requireServerVersion(owner);
    await lockMigrations(owner);
    for (const role of ROLES) await ensureRole(owner, role);
    await prepareLogins(owner, applicationUrl, system);
    if (hasPooler && system) await preparePooledLogins(owner, applicationUrl, system);
    await runAll(owner, folder);
    await owner.unsafe(`grant usage on schema public to ${ROLES.join(", ")}`);
    await owner.unsafe(`grant usage, select on all sequences in schema public to ${ROLES.join(", ")}`);
  } finally {
    await owner.end({ timeout: 5 });
  }
}

/**
 * Waits until no other process migrates. The session's lock is released when this process is killed. A statement that waits
 * would be a transaction that the concurrent creation of an index waits for.
 */
async function lockMigrations(owner: postgres.Sql): Promise<void> {
  const tryLock = () => owner<{ isLocked: boolean }[]>`
    select pg_try_advisory_lock(${MIGRATION_LOCK}) as "isLocked"`;
  while (!(await tryLock())[0]?.isLocked) await sleep(LOCK_POLL_MS);
}

async function requireServerVersion(owner: postgres.Sql): Promise<void> {
  const [server] = await owner<{ number: number; version: string }[]>`
    select current_setting('server_version_num')::int as number, current_setting('server_version') as version`;
  if (server && server.number >= MIN_MAJOR_VERSION * 10_000) return;
  throw new Error(
    `The database runs PostgreSQL ${server?.version}; Takings needs ${MIN_MAJOR_VERSION} or newer.`,
  );
}

async function ensureRole(owner: postgres.Sql, role: string): Promise<void> {
  const find = () => owner<{ bypasses: boolean }[]>`
    select rolsuper or rolbypassrls as bypasses from pg_roles where rolname = ${role}`;
  const [found] = await find();
  if (found?.bypasses)
    throw new Error(`The role ${role} must not be a superuser nor bypass row-level security.`);
  if (found) return;
  try {
    await owner.unsafe(`create role ${role} nologin`);
  } catch (thrown) {
    // Roles belong to the whole server: another database's migration can have created it.
    if ((await find()).length === 0) throw thrown;
  }
}

const migrationsFolder = () => path.join(projectRoot(), "drizzle", "migrations");

async function runAll(owner: postgres.Sql, folder: string): Promise<void> {
  try {
    await runMigrations(owner, folder);
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    throw new Error(`The database could not be brought up to date: ${reason}.`, { cause: thrown });
  }
}

/** Returns the folder of package.json above this file, which runs from its source or from the bundle in `dist`. */
function projectRoot(folder = path.dirname(fileURLToPath(import.meta.url))): string {
  if (existsSync(path.join(folder, "package.json"))) return folder;
  const parent = path.dirname(folder);
  if (parent === folder) throw new Error("package.json was not found above the program.");
  return projectRoot(parent);
}
