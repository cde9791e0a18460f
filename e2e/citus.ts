import { execFileSync, spawnSync } from "node:child_process";
import { chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import postgres from "postgres";
import { migrate } from "@/drizzle/migrate";
import { EMBEDDED_MAX_CONNECTIONS } from "@/lib/db/connections/connection-limits";
import { leaseDatabase } from "@/lib/launch/postgres";
import type { ClusterPasswords } from "@/lib/launch/postgres/cluster";
import { findDatabaseUser } from "@/lib/launch/postgres/os-user";
import { freePort, type RunEnvironment } from "./service";

const BINARIES = process.env.CITUS_BINARIES ?? "/usr/lib/postgresql/15/bin";
const WORKERS = 2;
/** The settings of each server. */
const OPTIONS = {
  shared_preload_libraries: "citus",
  max_connections: `${EMBEDDED_MAX_CONNECTIONS}`,
  max_prepared_transactions: "500",
  "citus.shard_count": "8",
  "citus.local_hostname": "127.0.0.1",
  "citus.node_conninfo": "sslmode=disable",
};

/** Returns why Citus cannot run here, or undefined. */
export function findCitusFault(): string | undefined {
  const found = spawnSync(path.join(BINARIES, "pg_config"), ["--sharedir"], { encoding: "utf8" });
  const control = path.join(found.stdout?.trim() ?? "", "extension", "citus.control");
  return existsSync(control)
    ? undefined
    : `Citus is missing in ${BINARIES}: build it from its source, or set CITUS_BINARIES to the folder of PostgreSQL's programs`;
}

interface Server {
  directory: string;
  port: number;
}

/**
 * Starts a coordinator and two workers, migrates the service's database on the coordinator and distributes it
 * (`drizzle/citus.sql`). The coordinator takes the place of the data folder's embedded database, so that every process with this
 * folder uses it. The folder must have its secrets. Throws if a server does not start or a statement fails.
 */
export async function startCitus(dataDir: string): Promise<RunEnvironment> {
  const directories = [
    path.join(dataDir, "postgres"),
    ...Array.from({ length: WORKERS }, (_, index) => path.join(dataDir, `worker-${index + 1}`)),
  ];
  const servers: Server[] = [];
  for (const directory of directories) servers.push({ directory, port: await freePort() });
  const [coordinator, ...workers] = servers as [Server, ...Server[]];
  const stopServers = () => {
    for (const { directory } of servers.filter((one) => existsSync(one.directory)))
      runProgram(directory, "pg_ctl", "stop", "-m", "immediate");
  };
  try {
    for (const server of servers) startServer(server);
    for (const { port } of workers) await withSuperuser(port, (sql) => sql`create extension citus`);
    await withSuperuser(coordinator.port, (sql) => prepareCoordinator(sql, coordinator, workers));
    const passwords = await distributeTables(dataDir, coordinator);
    const lease = await leaseDatabase({ dataDir, passwords, holder: "service" });
    const stop = async () => {
      await lease.release();
      stopServers();
    };
    return { settings: { DATABASE_DISTRIBUTED: "true" }, stop };
  } catch (thrown) {
    stopServers();
    throw thrown;
  }
}

/** Runs a program of PostgreSQL on a data directory, as the directory's owner. Throws with its stderr output if it fails. */
function runProgram(directory: string, program: string, ...args: string[]): void {
  const { status, stderr } = spawnSync(path.join(BINARIES, program), [...args, "-D", directory], {
    ...findDatabaseUser(directory),
    cwd: "/",
    encoding: "utf8",
    // The server would keep an open stdout.
    stdio: ["ignore", "ignore", "pipe"],
  });
  if (status !== 0) throw new Error(`${program} ended with ${status}: ${stderr}`);
}

/** Creates a cluster that trusts every login, and starts it. */
function startServer({ directory, port }: Server): void {
  mkdirSync(directory, { mode: 0o700 });
  const { uid, gid } = findDatabaseUser(directory);
  if (uid !== undefined && gid !== undefined) chownSync(directory, uid, gid);
  runProgram(directory, "initdb", "-U", "postgres", "--auth=trust", "-E", "UTF8", "--locale=C.UTF-8");
  const options = Object.entries({ ...OPTIONS, port: `${port}`, unix_socket_directories: "" });
  writeFileSync(
    path.join(directory, "postgresql.auto.conf"),
    options.map(([name, value]) => `${name} = '${value}'\n`).join(""),
  );
  runProgram(directory, "pg_ctl", "start", "-w", "-l", path.join(directory, "server.log"));
}

/** Runs statements as the superuser in the database `takings`, which it creates first. */
async function withSuperuser(port: number, work: (sql: postgres.Sql) => Promise<unknown>): Promise<void> {
  const server = { host: "127.0.0.1", port, user: "postgres", max: 1, onnotice: () => {} };
  const administration = postgres({ ...server, database: "postgres" });
  await administration`create database takings`.finally(() => administration.end());
  const sql = postgres({ ...server, database: "takings" });
  await work(sql).finally(() => sql.end());
}

/** Creates the extension and the owner, and adds the workers. */
async function prepareCoordinator(
  sql: postgres.Sql,
  { port }: Server,
  workers: readonly Server[],
): Promise<void> {
  await sql`create extension citus`;
  await sql`select citus_set_coordinator_host('127.0.0.1', ${port})`;
  for (const worker of workers) await sql`select citus_add_node('127.0.0.1', ${worker.port})`;
  await sql`create role takings_owner login createrole`;
  await sql`alter database takings owner to takings_owner`;
  await sql`alter schema public owner to takings_owner`;
}

/** Migrates the database and distributes its tables. Returns the passwords of the data folder. */
async function distributeTables(dataDir: string, { port }: Server): Promise<ClusterPasswords> {
  const secrets = JSON.parse(readFileSync(path.join(dataDir, "secrets.json"), "utf8"));
  const url = (login: string, password: string) =>
    `postgres://${login}:${password}@127.0.0.1:${port}/takings`;
  const { DATABASE_PASSWORD: application, DATABASE_OWNER_PASSWORD: owner } = secrets;
  const ownerUrl = url("takings_owner", owner);
  await migrate({
    ownerUrl,
    applicationUrl: url("takings", application),
    system: { url: url("takings_system_login", secrets.DATABASE_SYSTEM_PASSWORD), isOurs: true },
  });
  const args = ["-q", "-v", "ON_ERROR_STOP=1", "-f", path.resolve("drizzle/citus.sql"), ownerUrl];
  execFileSync(path.join(BINARIES, "psql"), args, { stdio: ["ignore", "ignore", "inherit"] });
  return { application, owner };
}
