import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { drizzle } from "drizzle-orm/postgres-js";
import { migrate as runMigrations } from "drizzle-orm/postgres-js/migrator";
import postgres from "postgres";
import { prepareLogins, ROLES, type SystemLogin } from "./logins";

interface Addresses {
  /** Owns the tables, and may make roles where the two below are not there yet. */
  ownerUrl: string;
  /** The service's login for what sees one organisation; it owns nothing. */
  applicationUrl: string;
  /** The service's login for what sees every organisation. Absent: the application's acts as both roles. */
  system?: SystemLogin | undefined;
}

const OLDEST_MAJOR = 15;
/** Any number that nobody else locks on in this database. */
const MIGRATION_LOCK = 7_820_146;

const silent = { max: 1, onnotice: () => {} };

/**
 * Brings a database up to date: both roles exist, each with a login that may act as it, and every migration has run. Safe
 * to run again, and from several processes at once. Throws where the server is older than
 * PostgreSQL 15, where a role could pass row-level security by, where one login could act as the other's role, or where
 * the owner may not do its part.
 */
export async function migrate(
  { ownerUrl, applicationUrl, system }: Addresses,
  folder = migrations(),
): Promise<void> {
  const owner = postgres(ownerUrl, silent);
  try {
    await refuseOldServer(owner);
    // Held by the connection, and so let go when this process is killed.
    await owner`select pg_advisory_lock(${MIGRATION_LOCK})`;
    for (const role of ROLES) await ensureRole(owner, role);
    await prepareLogins(owner, applicationUrl, system);
    await runAll(owner, folder);
    await owner.unsafe(`grant usage on schema public to ${ROLES.join(", ")}`);
    await owner.unsafe(`grant usage, select on all sequences in schema public to ${ROLES.join(", ")}`);
  } finally {
    await owner.end({ timeout: 5 });
  }
}

async function refuseOldServer(owner: postgres.Sql): Promise<void> {
  const [server] = await owner<{ number: number; version: string }[]>`
    select current_setting('server_version_num')::int as number, current_setting('server_version') as version`;
  if (server && server.number >= OLDEST_MAJOR * 10_000) return;
  throw new Error(`The database runs PostgreSQL ${server?.version}; Takings needs ${OLDEST_MAJOR} or newer.`);
}

async function ensureRole(owner: postgres.Sql, role: string): Promise<void> {
  const find = () => owner<{ passes: boolean }[]>`
    select rolsuper or rolbypassrls as passes from pg_roles where rolname = ${role}`;
  const [found] = await find();
  if (found?.passes)
    throw new Error(`The role ${role} must not be a superuser nor bypass row-level security.`);
  if (found) return;
  try {
    await owner.unsafe(`create role ${role} nologin`);
  } catch (thrown) {
    // Roles belong to the whole server: another database's migration can be first.
    if ((await find()).length === 0) throw thrown;
  }
}

const migrations = () => path.join(projectRoot(), "drizzle", "migrations");

async function runAll(owner: postgres.Sql, migrationsFolder: string): Promise<void> {
  try {
    await runMigrations(drizzle(owner), { migrationsFolder });
  } catch (thrown) {
    // Drizzle's own message is the statement; what the server said of it is the cause.
    const cause = thrown instanceof Error && thrown.cause instanceof Error ? thrown.cause : thrown;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`The database could not be brought up to date: ${reason}.`, { cause: thrown });
  }
}

/** The folder of package.json above this file, which runs from its source and from the bundle in `dist`. */
function projectRoot(folder = path.dirname(fileURLToPath(import.meta.url))): string {
  if (existsSync(path.join(folder, "package.json"))) return folder;
  const parent = path.dirname(folder);
  if (parent === folder) throw new Error("The migrations' folder was not found above the program.");
  return projectRoot(parent);
}
