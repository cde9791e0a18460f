import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:http";
import os from "node:os";
import path from "node:path";
import type { TestProject } from "vitest/node";
import { migrate } from "@/drizzle/migrate";
import { assertDefined } from "@/lib/core/assert";
import { deriveSystemUrl } from "@/lib/db/addresses";
import { findBinaries } from "@/lib/launch/postgres/binaries";
import { createCluster, runSingleUser } from "@/lib/launch/postgres/cluster";
import { canReach, databaseUser } from "@/lib/launch/postgres/os-user";
import { startPostmaster, stopPostmaster } from "@/lib/launch/postgres/postmaster";

/** What a test file needs to make databases of its own. */
export interface TestCluster {
  port: number;
  passwords: { owner: string; application: string };
}

declare module "vitest" {
  interface ProvidedContext {
    /** Answers with the run's cluster, which is started when the first test asks. */
    clusterAddress: string;
  }
}

/** Durability off: a test's data need not survive anything, and making a cluster takes half the time. */
const EPHEMERAL_SETTINGS = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  autovacuum: "off",
  max_connections: "200",
  shared_buffers: "128MB",
};
const HOME_PREFIX = "takings-test-";
const KEPT_FOR_MS = 24 * 3_600_000;
const PASSWORDS = { owner: "owner-of-a-test-cluster", application: "login-of-a-test-cluster" };

/**
 * One cluster a run, made only when a test asks for it: unit tests do not pay. It ends with the run, also where the
 * run is killed.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  let cluster: ReturnType<typeof startCluster> | undefined;
  const kept: string[] = [];
  const server = createServer(async (request, response) => {
    try {
      if (request.method === "POST") kept.push(decodeURIComponent(request.url?.slice(1) ?? ""));
      cluster ??= startCluster();
      const { port } = await cluster;
      response.end(JSON.stringify({ port, passwords: PASSWORDS } satisfies TestCluster));
    } catch (thrown) {
      response.writeHead(500).end(String(thrown));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("A TCP server has no port");
  server.unref();
  project.provide("clusterAddress", `http://127.0.0.1:${address.port}`);
  return async () => {
    server.closeAllConnections();
    server.close();
    await (await cluster?.catch(() => undefined))?.stop(kept);
  };
}

/** The folder for a cluster, where the database's user can reach it. */
function temporaryHome(): string {
  const parent =
    [os.tmpdir(), "/var/tmp"].find((folder) => canReach(databaseUser(folder), path.join(folder, "x"))) ??
    os.tmpdir();
  sweepOldHomes(parent);
  const home = mkdtempSync(path.join(parent, HOME_PREFIX));
  chmodSync(home, 0o755);
  return home;
}

async function startCluster() {
  const home = temporaryHome();
  const directory = path.join(home, "postgres");
  const runner = databaseUser(directory);
  const binaries = findBinaries(runner);
  const watchdog = watch(home, directory);
  const options = { binaries, runner, directory, passwords: PASSWORDS, isEphemeral: true };
  await createCluster(options);
  // Only in tests: the owner may clone its template, and end whoever still is connected to a clone.
  await runSingleUser(
    options,
    "alter role takings_owner createdb",
    "grant pg_signal_backend to takings_owner",
  );
  const { port } = await startPostmaster({ ...options, settings: EPHEMERAL_SETTINGS });
  await migrate(loginsOf(ownerUrl(port, "takings"), applicationUrl(port, "takings")));
  return {
    port,
    stop: async (kept: string[]) => {
      await stopPostmaster(directory, 5_000);
      watchdog.kill("SIGKILL");
      if (kept.length === 0) return rmSync(home, { recursive: true, force: true });
      const serve = `${binaries.postgres} -D ${directory} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -p ${port}`;
      const urls = kept.map((name) => `  ${ownerUrl(port, name)}`);
      process.stderr.write(
        `\nDatabases of failed tests are kept. Start their server (not as root) with\n  ${serve}\n`,
      );
      process.stderr.write(`and look at\n${urls.join("\n")}\n`);
    },
  };
}

const ownerUrl = (port: number, name: string) =>
  `postgres://takings_owner:${PASSWORDS.owner}@127.0.0.1:${port}/${name}`;
const applicationUrl = (port: number, name: string) =>
  `postgres://takings:${PASSWORDS.application}@127.0.0.1:${port}/${name}`;

/** The addresses of a database of the cluster, as a start would migrate with them. */
export function loginsOf(ownerUrl: string, applicationUrl: string) {
  const systemUrl = assertDefined(deriveSystemUrl(applicationUrl, ownerUrl), "the owner is another login");
  return { ownerUrl, applicationUrl, system: { url: systemUrl, isOurs: true } };
}

/** Stops the cluster and removes it when this process ends in whatever way: the pipe to it breaks then. */
function watch(home: string, directory: string): ChildProcess {
  const script = `cat > /dev/null
    pid=$(head -n 1 "$1/postmaster.pid") && kill -INT "$pid"
    for turn in $(seq 50); do kill -0 "$pid" || break; sleep 0.1; done
    rm -rf "$2"`;
  const watchdog = spawn("sh", ["-c", script, "sh", directory, home], {
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  });
  watchdog.unref();
  watchdog.stdin.on("error", () => {});
  if ("unref" in watchdog.stdin && typeof watchdog.stdin.unref === "function") watchdog.stdin.unref();
  return watchdog;
}

/** What killed runs and kept databases of earlier days have left. */
function sweepOldHomes(parent: string): void {
  for (const name of readdirSync(parent).filter((entry) => entry.startsWith(HOME_PREFIX))) {
    const home = path.join(parent, name);
    const isMine = statSync(home, { throwIfNoEntry: false })?.uid === process.getuid?.();
    const ageMs = Date.now() - (statSync(home, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (isMine && ageMs > KEPT_FOR_MS) rmSync(home, { recursive: true, force: true });
  }
}
