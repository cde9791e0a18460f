import {
  appendFileSync,
  chmodSync,
  chownSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import postgres from "postgres";
import { migrate } from "@/drizzle/migrate";
import { findBinaries } from "@/lib/launch/postgres/binaries";
import { createCluster, runSingleUser } from "@/lib/launch/postgres/cluster";
import { canReach, findDatabaseUser } from "@/lib/launch/postgres/os-user";
import { startPostmaster, stopPostmaster } from "@/lib/launch/postgres/postmaster";
import { EPHEMERAL_SETTINGS, loginsOf } from "./cluster";

const PASSWORDS = { owner: "owner-of-a-test-primary", application: "login-of-a-test-primary" };
/** Lets the owner stream the WAL, and pause and resume the replay of a replica. */
const REPLICATION_RIGHTS = [
  "alter role takings_owner replication",
  "grant execute on function pg_wal_replay_pause(), pg_wal_replay_resume() to takings_owner",
];

/** A migrated primary with a streaming replica; both are removed by `stop`. */
export interface ReplicatedDatabase {
  url: string;
  ownerUrl: string;
  replicaUrl: string;
  /** Stops replaying the WAL on the replica, which still answers queries. */
  pauseReplay(): Promise<void>;
  resumeReplay(): Promise<void>;
  /** Kills the replica with SIGQUIT, without a clean shutdown. */
  killReplica(): Promise<void>;
  startReplica(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts a primary and a streaming replica of it. The replica starts from a copy of the primary's data directory. The
 * primary is stopped while it is copied, because the packages of the embedded PostgreSQL contain no `pg_basebackup`.
 */
export async function startReplicatedDatabase(): Promise<ReplicatedDatabase> {
  const parent =
    [os.tmpdir(), "/var/tmp"].find((folder) => canReach(findDatabaseUser(folder), path.join(folder, "x"))) ??
    os.tmpdir();
  const home = mkdtempSync(path.join(parent, "takings-replica-"));
  chmodSync(home, 0o755);
  const [directory, copy] = [path.join(home, "primary"), path.join(home, "replica")];
  const runner = findDatabaseUser(directory);
  const binaries = findBinaries({ runner, directory });
  const common = { binaries, runner, passwords: PASSWORDS, isEphemeral: true };
  await createCluster({ ...common, directory });
  appendFileSync(path.join(directory, "pg_hba.conf"), "host replication all 127.0.0.1/32 scram-sha-256\n");
  await runSingleUser({ ...common, directory }, ...REPLICATION_RIGHTS);
  let primary = await startPostmaster({ ...common, directory, settings: EPHEMERAL_SETTINGS });
  const url = (port: number, login = "takings", password = PASSWORDS.application, name = "takings") =>
    `postgres://${login}:${password}@127.0.0.1:${port}/${name}`;
  const owner = (port: number, name?: string) => url(port, "takings_owner", PASSWORDS.owner, name);
  await migrate(loginsOf(owner(primary.port), url(primary.port)));
  await stopPostmaster(directory, 10_000);
  copyFolder(directory, copy, runner);
  primary = await startPostmaster({ ...common, directory, settings: EPHEMERAL_SETTINGS, port: primary.port });
  const settings = {
    ...EPHEMERAL_SETTINGS,
    primary_conninfo: `host=127.0.0.1 port=${primary.port} user=takings_owner password=${PASSWORDS.owner}`,
    hot_standby: "on",
  };
  let replica = await startPostmaster({ ...common, directory: copy, settings });
  const replay = async (action: "pause" | "resume") => {
    const sql = postgres(owner(replica.port, "postgres"), { max: 1 });
    await sql.unsafe(`select pg_wal_replay_${action}()`);
    await sql.end();
  };
  return {
    url: url(primary.port),
    ownerUrl: owner(primary.port),
    replicaUrl: url(replica.port),
    pauseReplay: () => replay("pause"),
    resumeReplay: () => replay("resume"),
    async killReplica() {
      process.kill(Number(readFileSync(path.join(copy, "postmaster.pid"), "utf8").split("\n")[0]), "SIGQUIT");
      await stopPostmaster(copy, 10_000);
    },
    async startReplica() {
      replica = await startPostmaster({ ...common, directory: copy, settings, port: replica.port });
    },
    async stop() {
      await Promise.all([stopPostmaster(copy, 10_000), stopPostmaster(directory, 10_000)]);
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** Copies a stopped server's folder to one that starts as a replica of it. */
function copyFolder(from: string, to: string, { uid, gid }: ReturnType<typeof findDatabaseUser>): void {
  cpSync(from, to, { recursive: true, preserveTimestamps: true });
  writeFileSync(path.join(to, "standby.signal"), "");
  chmodSync(to, 0o700);
  if (uid !== undefined && gid !== undefined) chownTree(to, uid, gid);
}

function chownTree(entry: string, uid: number, gid: number): void {
  chownSync(entry, uid, gid);
  if (!statSync(entry).isDirectory()) return;
  for (const name of readdirSync(entry)) chownTree(path.join(entry, name), uid, gid);
}
