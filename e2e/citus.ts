import { spawnSync } from "node:child_process";
import { chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import postgres from "postgres";
import { migrate } from "@/drizzle/migrate";
import { EMBEDDED_MAX_CONNECTIONS } from "@/lib/db/connections/connection-limits";
import { leaseDatabase } from "@/lib/launch/postgres";
import { findDatabaseUser } from "@/lib/launch/postgres/os-user";
import { freePort, type RunEnvironment } from "./service";

const BINARIES = process.env.CITUS_BINARIES ?? "/usr/lib/postgresql/15/bin";
const WORKERS = 2;
/** Of a server: the connections of all processes, and those of the coordinator to each shard. */
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

/**
 * Starts a coordinator and two workers, migrates the service's database on the coordinator and distributes it
 * (`drizzle/citus.sql`). The coordinator takes the place of the data folder's embedded database, so that every process with this
 * folder uses it. The folder must have its secrets. Throws if a server does not start or a statement fails.
 */
export async function startCitus(dataDir: string): Promise<RunEnvironment> {
  const user = findDatabaseUser(dataDir);
  const folder = mkdtempSync(path.join(dataDir, "citus-"));
  const ports = await Promise.all(Array.from({ length: 1 + WORKERS }, freePort));
  const [coordinator = 0, ...workers] = ports;
  const directoryOf = (port: number) =>
    port === coordinator ? path.join(dataDir, "postgres") : path.join(folder, `${port}`);
  const run = (program: string, ...args: string[]) => {
    const { status, stderr } = spawnSync(path.join(BINARIES, program), args, {
      ...user,
      cwd: "/",
      encoding: "utf8",
      stdio: ["ignore", "ignore", "pipe"],
    });
    if (status !== 0) throw new Error(`${program} ended with ${status}: ${stderr}`);
  };
  const stop = async () => {
    for (const directory of ports.map(directoryOf).filter((one) => existsSync(one)))
      spawnSync(path.join(BINARIES, "pg_ctl"), ["stop", "-m", "immediate", "-D", directory], user);
  };
  try {
    for (const port of ports) {
      const directory = directoryOf(port);
      mkdirSync(directory, { mode: 0o700 });
      for (const owned of [folder, directory])
        if (user.uid !== undefined && user.gid !== undefined) chownSync(owned, user.uid, user.gid);
      run(
        "initdb",
        "-D",
        directory,
        "-U",
        "postgres",
        "--auth",
        "trust",
        "-E",
        "UTF8",
        "--locale",
        "C.UTF-8",
      );
      const options = Object.entries({ ...OPTIONS, port: `${port}`, unix_socket_directories: "" });
      writeFileSync(
        path.join(directory, "postgresql.auto.conf"),
        options.map(([name, value]) => `${name} = '${value}'\n`).join(""),
      );
      run("pg_ctl", "start", "-w", "-D", directory, "-l", path.join(folder, `${port}.log`));
      run("createdb", "-h", "127.0.0.1", "-p", `${port}`, "-U", "postgres", "takings");
    }
    for (const port of [...workers, coordinator])
      await prepareServer(port, port === coordinator ? workers : []);
    const { DATABASE_PASSWORD, DATABASE_SYSTEM_PASSWORD, DATABASE_OWNER_PASSWORD } = JSON.parse(
      readFileSync(path.join(dataDir, "secrets.json"), "utf8"),
    );
    const url = (login: string, password: string) =>
      `postgres://${login}:${password}@127.0.0.1:${coordinator}/takings`;
    const ownerUrl = url("takings_owner", DATABASE_OWNER_PASSWORD);
    await migrate({
      ownerUrl,
      applicationUrl: url("takings", DATABASE_PASSWORD),
      system: { url: url("takings_system_login", DATABASE_SYSTEM_PASSWORD), isOurs: true },
    });
    run("psql", "-q", "-v", "ON_ERROR_STOP=1", "-f", path.resolve("drizzle/citus.sql"), ownerUrl);
    const passwords = { application: DATABASE_PASSWORD, owner: DATABASE_OWNER_PASSWORD };
    const lease = await leaseDatabase({ dataDir, passwords, holder: "service" });
    const end = async () => {
      await lease.release();
      await stop();
    };
    return { settings: { DATABASE_DISTRIBUTED: "true" }, stop: end };
  } catch (thrown) {
    await stop();
    throw thrown;
  }
}

/** Creates the extension and the owner on a server, and adds workers to it. */
async function prepareServer(port: number, workers: readonly number[]): Promise<void> {
  const sql = postgres({
    host: "127.0.0.1",
    port,
    user: "postgres",
    database: "takings",
    max: 1,
    onnotice: () => {},
  });
  try {
    await sql`create extension citus`;
    if (workers.length > 0) await sql`select citus_set_coordinator_host('127.0.0.1', ${port})`;
    for (const worker of workers) await sql`select citus_add_node('127.0.0.1', ${worker})`;
    if (workers.length === 0) return;
    await sql`create role takings_owner login createrole`;
    await sql`alter database takings owner to takings_owner`;
    await sql`alter schema public owner to takings_owner`;
  } finally {
    await sql.end();
  }
}
