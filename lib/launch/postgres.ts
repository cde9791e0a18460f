import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, rmSync } from "node:fs";
import path from "node:path";
import postgres from "postgres";
import { canLogIn } from "@/drizzle/logins";
import { EMBEDDED_MAX_CONNECTIONS } from "@/lib/db/connections/connection-limits";
import { isRunning, processIdentity, withLock, writeAtomically } from "./lock.mjs";
import { type Binaries, findBinaries } from "./postgres/binaries";
import { type ClusterPasswords, createCluster, readMajorVersion, setPasswords } from "./postgres/cluster";
import { supervise } from "./postgres/db-supervisor";
import { findClusterDirectory, warnOfRemoval } from "./postgres/location";
import { memorySettings } from "./postgres/memory";
import { findDatabaseUser, type OsUser } from "./postgres/os-user";
import {
  findPostmaster,
  isAlive,
  type Postmaster,
  type ServerSettings,
  startPostmaster,
  stopPostmaster,
} from "./postgres/postmaster";

/** This process's lease on the embedded database. A service also restarts the database if it ends. */
export interface Lease {
  /** Releases the lease, and stops the database if no other process uses it and it should not stay running. */
  release(): Promise<void>;
}

interface LeaseOptions {
  dataDir: string;
  passwords: ClusterPasswords;
  /** A service that releases the last lease stops the database; a command leaves it running or stopped as before. */
  holder: "service" | "command";
}

/** PostgreSQL settings. Acknowledged payments must never be lost, so flushing to disk stays on. */
const PRODUCT_SETTINGS: ServerSettings = {
  fsync: "on",
  synchronous_commit: "on",
  full_page_writes: "on",
  max_connections: String(EMBEDDED_MAX_CONNECTIONS),
  random_page_cost: "1.1",
  min_wal_size: "256MB",
  // Limits the log to replay after a crash to a few seconds' work.
  max_wal_size: "1GB",
  jit: "off",
  // All files are flushed before crash recovery: a single call for all of them saves seconds on a busy disk.
  ...(process.platform === "linux" && { recovery_init_sync_method: "syncfs" }),
};

/** How long to wait for a stop; a database that takes longer to write its data finishes by itself. */
const STOP_TIMEOUT_MS = 20_000;
/** How long a connection that this process has closed may still be listed by the server. */
const DISCONNECT_GRACE_MS = 300;

/**
 * Starts the embedded database of a data directory, with the logins `takings` and `takings_owner`, and leases it for
 * this process; `DATA_DIR/cluster.json` has its port. A running database is reused, even after a crash of the process
 * that started it. Throws if no PostgreSQL is available or it does not start.
 */
export async function leaseDatabase({ dataDir, passwords, holder }: LeaseOptions): Promise<Lease> {
  mkdirSync(dataDir, { recursive: true });
  const home = realpathSync(dataDir);
  return withLock(lockFolder(home), async () => {
    const directory = findClusterDirectory(home);
    if (holder === "service") warnOfRemoval(directory);
    const location: ClusterLocation = { home, directory, runner: findDatabaseUser(directory) };
    if (readMajorVersion(directory) === undefined)
      await createCluster({ ...location, binaries: findBinaries(location), passwords });
    const running = await findPostmaster(directory);
    const usable = await ensurePasswords(location, passwords, running ?? (await startCluster(location)));
    publish(location, usable);
    const isLastToStop = holder === "service" || !running || otherLeases(home).some(({ stops }) => stops);
    const lease = path.join(leaseFolder(home), String(processIdentity()));
    mkdirSync(path.dirname(lease), { recursive: true });
    writeAtomically(lease, isLastToStop ? "stop" : "leave");
    const server = new SupervisedServer(location, usable);
    const supervisor = holder === "service" ? supervise(server) : undefined;
    return createLease({ location, file: lease, server, supervisor, password: passwords.application });
  });
}

interface LeaseParts {
  location: ClusterLocation;
  /** The lease file of this process. */
  file: string;
  server: SupervisedServer;
  supervisor: { stop(): Promise<void> } | undefined;
  /** The application's. */
  password: string;
}

/** Creates a lease that retains only the application's password, not the owner's. */
function createLease({ location, file, server, supervisor, password }: LeaseParts): Lease {
  return {
    async release() {
      await supervisor?.stop();
      await release(location, file, { port: server.port, password });
    },
  };
}

/**
 * The server as the supervisor restarts it: on the same port if it is free, otherwise on the port in `cluster.json`.
 */
class SupervisedServer {
  private mark: string;
  port: number;

  constructor(
    private readonly location: ClusterLocation,
    { pid, port }: Postmaster,
  ) {
    this.mark = processIdentity(pid) ?? "";
    this.port = port;
  }

  isRunning(): boolean {
    return isAlive(this.mark);
  }

  /** Starts the server, or finds it started by another process: the lock admits one process at a time. */
  async revive(signal: AbortSignal): Promise<void> {
    const { location } = this;
    const { pid, port } = await withLock(lockFolder(location.home), async () => {
      signal.throwIfAborted();
      const server =
        (await findPostmaster(location.directory, signal)) ?? (await startCluster(location, signal));
      if (server.port !== lastPort(location.home)) publish(location, server);
      return server;
    });
    this.mark = processIdentity(pid) ?? "";
    this.port = port;
  }
}

/** Writes the server's port to `cluster.json`, for all processes of this data directory. */
function publish({ home, directory }: ClusterLocation, { port }: Postmaster): void {
  writeAtomically(path.join(home, "cluster.json"), `${JSON.stringify({ port, directory })}\n`);
}

async function release(
  { home, directory }: ClusterLocation,
  lease: string,
  { port, password }: { port: number; password: string },
): Promise<void> {
  await withLock(lockFolder(home), async () => {
    const stops = existsSync(lease) && readFileSync(lease, "utf8") === "stop";
    rmSync(lease, { force: true });
    if (!stops || otherLeases(home).length > 0) return;
    if (await hasOtherConnections(`postgres://takings:${password}@127.0.0.1:${port}/takings`)) return;
    await stopPostmaster(directory, STOP_TIMEOUT_MS);
  });
}

const lockFolder = (home: string) => path.join(home, "locks", "cluster");
const leaseFolder = (home: string) => path.join(home, "leases");
const ownerUrl = ({ port }: Pick<Postmaster, "port">, { owner }: ClusterPasswords) =>
  `postgres://takings_owner:${owner}@127.0.0.1:${port}/takings`;

/** Returns the leases of other running processes, and removes those of killed ones. */
function otherLeases(home: string): { stops: boolean }[] {
  if (!existsSync(leaseFolder(home))) return [];
  return readdirSync(leaseFolder(home)).flatMap((mark) => {
    const file = path.join(leaseFolder(home), mark);
    if (mark === processIdentity()) return [];
    if (isRunning(mark)) return [{ stops: readFileSync(file, "utf8") === "stop" }];
    rmSync(file, { force: true });
    return [];
  });
}

/** Returns whether clients without a lease are connected, such as psql or a separate Next process. */
async function hasOtherConnections(url: string): Promise<boolean> {
  const client = postgres(url, { max: 1, onnotice: () => {}, connect_timeout: 2 });
  const deadline = performance.now() + DISCONNECT_GRACE_MS;
  try {
    for (;;) {
      const [others] = await client<{ count: number }[]>`
        select count(*)::int as count from pg_stat_activity
        where usename is not null and datname is not null and pid <> pg_backend_pid()`;
      if (others?.count === 0) return false;
      if (performance.now() > deadline) return true;
    }
  } catch {
    // If this connection fails, other clients cannot be connected either.
    return false;
  } finally {
    await client.end({ timeout: 1 });
  }
}

interface ClusterLocation {
  home: string;
  directory: string;
  runner: OsUser;
}

async function startCluster(location: ClusterLocation, signal?: AbortSignal): Promise<Postmaster> {
  const { home, directory, runner } = location;
  const binaries: Binaries = findBinaries(location, readMajorVersion(directory));
  const settings = { ...PRODUCT_SETTINGS, ...memorySettings() };
  return startPostmaster({ binaries, runner, directory, settings, port: lastPort(home), signal });
}

/** Sets the cluster's passwords if they differ, as after the loss of `secrets.json`; this restarts the server. */
async function ensurePasswords(
  location: ClusterLocation,
  passwords: ClusterPasswords,
  postmaster: Postmaster,
): Promise<Postmaster> {
  if (await canLogIn(ownerUrl(postmaster, passwords))) return postmaster;
  await stopPostmaster(location.directory, STOP_TIMEOUT_MS);
  const binaries = findBinaries(location, readMajorVersion(location.directory));
  await setPasswords({ ...location, binaries, passwords });
  return startCluster(location);
}

function lastPort(home: string): number | undefined {
  const file = path.join(home, "cluster.json");
  const port = existsSync(file) && Number(JSON.parse(readFileSync(file, "utf8")).port);
  return port || undefined;
}
