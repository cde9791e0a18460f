import { createHash } from "node:crypto";
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, realpathSync, rmSync } from "node:fs";
import path from "node:path";
import postgres from "postgres";
import { canLogIn } from "@/drizzle/logins";
import { supervise } from "./db-supervisor";
import { isRunning, processMark, withLock, writeAtomically } from "./lock.mjs";
import { type Binaries, findBinaries } from "./postgres/binaries";
import { type ClusterPasswords, createCluster, dataMajor, setPasswords } from "./postgres/cluster";
import { memorySettings } from "./postgres/memory";
import { canReach, databaseUser, type OsUser } from "./postgres/os-user";
import {
  findPostmaster,
  isAlive,
  type Postmaster,
  type ServerSettings,
  startPostmaster,
  stopPostmaster,
} from "./postgres/postmaster";

/** This process's claim on the embedded database. A service's keeps it running too. */
export interface Lease {
  /** Gives the claim up, and stops the database where nobody else uses it and it is not to be left running. */
  release(): Promise<void>;
}

interface LeaseOptions {
  dataDir: string;
  passwords: ClusterPasswords;
  /** A service stops the database when it leaves last; a command leaves it as it found it. */
  holder: "service" | "command";
}

/** What the product asks of PostgreSQL: no acknowledged payment is ever lost, so flushing stays on. */
const PRODUCT_SETTINGS: ServerSettings = {
  fsync: "on",
  synchronous_commit: "on",
  full_page_writes: "on",
  max_connections: "200",
  random_page_cost: "1.1",
  min_wal_size: "256MB",
  // What a crash leaves to be replayed, a few seconds' work at most.
  max_wal_size: "1GB",
  jit: "off",
  // After a crash every file is flushed before recovery: one call for all of them saves seconds on a busy disk.
  ...(process.platform === "linux" && { recovery_init_sync_method: "syncfs" }),
};

/** A database that takes longer to write everything out ends by itself. */
const STOP_TIMEOUT_MS = 20_000;
/** How long a connection that this process has just closed may still be listed. */
const DISCONNECT_GRACE_MS = 300;

/**
 * Makes the embedded database of a data directory run, with `takings` and `takings_owner` able to connect, and
 * claims it for this process; `DATA_DIR/cluster.json` says where it listens. A running one is used again, also
 * after a crash of whoever started it. Throws where no PostgreSQL can be had or it does not start.
 */
export async function leaseDatabase({ dataDir, passwords, holder }: LeaseOptions): Promise<Lease> {
  mkdirSync(dataDir, { recursive: true });
  const home = realpathSync(dataDir);
  return withLock(lockFolder(home), async () => {
    const directory = clusterDirectory(home);
    const place: Place = { home, directory, runner: databaseUser(directory) };
    if (dataMajor(directory) === undefined)
      await createCluster({ ...place, binaries: findBinaries(place.runner), passwords });
    const running = await findPostmaster(directory);
    const usable = await withTruePasswords(place, passwords, running ?? (await startCluster(place)));
    publish(place, usable);
    const isLastToStop = holder === "service" || !running || otherLeases(home).some(({ stops }) => stops);
    const lease = path.join(leaseFolder(home), String(processMark()));
    mkdirSync(path.dirname(lease), { recursive: true });
    writeAtomically(lease, isLastToStop ? "stop" : "leave");
    const kept = new KeptServer(place, usable);
    const keeper = holder === "service" ? supervise(kept) : undefined;
    return heldLease({ place, file: lease, kept, keeper, password: passwords.application });
  });
}

interface Held {
  place: Place;
  /** The file that says that this process uses the database. */
  file: string;
  kept: KeptServer;
  keeper: { stop(): Promise<void> } | undefined;
  /** The application's. */
  password: string;
}

/** A claim that remembers the application's password alone, and not the owner's. */
function heldLease({ place, file, kept, keeper, password }: Held): Lease {
  return {
    async release() {
      await keeper?.stop();
      await release(place, file, { port: kept.port, password });
    },
  };
}

/** The server as the keeper sees it: on the same port wherever that is still free, and where it says so else. */
class KeptServer {
  private mark: string;
  port: number;

  constructor(
    private readonly place: Place,
    { pid, port }: Postmaster,
  ) {
    this.mark = processMark(pid) ?? "";
    this.port = port;
  }

  isRunning(): boolean {
    return isAlive(this.mark);
  }

  /** Another process may have been first: the lock lets one start it, and the others find it. */
  async revive(signal: AbortSignal): Promise<void> {
    const { place } = this;
    const { pid, port } = await withLock(lockFolder(place.home), async () => {
      signal.throwIfAborted();
      const server = (await findPostmaster(place.directory, signal)) ?? (await startCluster(place, signal));
      if (server.port !== lastPort(place.home)) publish(place, server);
      return server;
    });
    this.mark = processMark(pid) ?? "";
    this.port = port;
  }
}

/** Tells every process of this data directory where the server listens. */
function publish({ home, directory }: Place, { port }: Postmaster): void {
  writeAtomically(path.join(home, "cluster.json"), `${JSON.stringify({ port, directory })}\n`);
}

async function release(
  { home, directory }: Place,
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

/** The claims of processes that still run; what killed ones left is swept. */
function otherLeases(home: string): { stops: boolean }[] {
  if (!existsSync(leaseFolder(home))) return [];
  return readdirSync(leaseFolder(home)).flatMap((mark) => {
    const file = path.join(leaseFolder(home), mark);
    if (mark === processMark()) return [];
    if (isRunning(mark)) return [{ stops: readFileSync(file, "utf8") === "stop" }];
    rmSync(file, { force: true });
    return [];
  });
}

/** Whether anybody without a claim is connected: a person with psql, or a Next process beside the service. */
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
    // Whoever cannot ask cannot connect either, and so nobody else is served.
    return false;
  } finally {
    await client.end({ timeout: 1 });
  }
}

/**
 * Where the data are: in `DATA_DIR`, or, where the database's user cannot get there, in a folder of /var/tmp whose
 * name follows from the path, so that two clones never share one.
 */
function clusterDirectory(home: string): string {
  const inside = path.join(home, "postgres");
  if (canReach(databaseUser(inside), inside)) return inside;
  const hash = createHash("sha256").update(home).digest("hex").slice(0, 12);
  const outside = path.join("/var/tmp", `takings-${hash}`);
  // Anybody may write in /var/tmp: a folder that somebody else put there is not ours to trust.
  if (existsSync(outside) && lstatSync(outside).uid !== databaseUser(outside).uid) {
    throw new Error(`${outside} belongs to somebody else. Remove it, or set DATA_DIR to another folder.`);
  }
  return outside;
}

interface Place {
  home: string;
  directory: string;
  runner: OsUser;
}

async function startCluster(place: Place, signal?: AbortSignal): Promise<Postmaster> {
  const { home, directory, runner } = place;
  const binaries: Binaries = findBinaries(runner, dataMajor(directory));
  const settings = { ...PRODUCT_SETTINGS, ...memorySettings() };
  return startPostmaster({ binaries, runner, directory, settings, port: lastPort(home), signal });
}

/** Where the passwords are not the cluster's, because the file of secrets was lost, the cluster takes the new ones. */
async function withTruePasswords(
  place: Place,
  passwords: ClusterPasswords,
  postmaster: Postmaster,
): Promise<Postmaster> {
  if (await canLogIn(ownerUrl(postmaster, passwords))) return postmaster;
  await stopPostmaster(place.directory, STOP_TIMEOUT_MS);
  const binaries = findBinaries(place.runner, dataMajor(place.directory));
  await setPasswords({ ...place, binaries, passwords });
  return startCluster(place);
}

function lastPort(home: string): number | undefined {
  const file = path.join(home, "cluster.json");
  const port = existsSync(file) && Number(JSON.parse(readFileSync(file, "utf8")).port);
  return port || undefined;
}
