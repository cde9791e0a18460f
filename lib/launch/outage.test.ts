import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { bundleProgram } from "@/lib/testing/program";
import { isRunning, processMark } from "./lock.mjs";
import { findBinaries } from "./postgres/binaries";
import { createCluster } from "./postgres/cluster";
import { databaseUser } from "./postgres/os-user";
import { startPostmaster, stopPostmaster } from "./postgres/postmaster";
import {
  backendOf,
  makePaid,
  missing,
  ownerUrlOf,
  SERVED,
  type Served,
  serverProcesses,
  startServed,
} from "./testing/served";

vi.setConfig({ testTimeout: 60_000 });

let bundle: Awaited<ReturnType<typeof bundleProgram>>;
/** Not made by mkdtemp: a folder for its owner alone would send the cluster to /var/tmp. */
const home = path.join(os.tmpdir(), `takings-outage-${randomBytes(6).toString("hex")}`);
const dataDir = path.join(home, "embedded");
const directory = path.join(dataDir, "postgres");
let served: Served;

beforeAll(async () => {
  bundle = await bundleProgram(SERVED);
});
afterAll(() => {
  bundle.remove();
  rmSync(home, { recursive: true, force: true });
});

/** Signals every process that is still there: a worker of the database may have ended since it was listed. */
function signal(pids: number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
    }
  }
}

describe("the embedded database", () => {
  beforeAll(async () => {
    served = await startServed(bundle.file, { DATA_DIR: dataDir });
    await makePaid(ownerUrlOf(dataDir));
  });
  afterAll(async () => {
    await served.program.kill("SIGKILL");
    await stopPostmaster(directory, 5_000);
  });

  test.each([
    ["is killed", () => signal(serverProcesses(directory).slice(0, 1), "SIGKILL")],
    ["loses a process that is killed", () => process.kill(backendOf(directory), "SIGKILL")],
    ["is killed with all its processes", () => signal(serverProcesses(directory), "SIGKILL")],
  ])("that %s is back by itself within five seconds, and nothing acknowledged is lost", async (_, strike) => {
    for (let round = 0; round < 2; round++) {
      const load = served.load(8);
      await sleep(300);
      strike();
      await sleep(20);
      expect(await served.readyMs()).toBeLessThan(5_000);
      await sleep(200);
      const { acknowledged, statuses, longestMs } = await load.stop();
      expect([...statuses].sort()).toEqual([201, 503]);
      expect(longestMs).toBeLessThan(9_000);
      expect(acknowledged.length).toBeGreaterThan(10);
      expect(await missing(ownerUrlOf(dataDir), acknowledged)).toEqual([]);
    }
  });

  test("that runs for a service leaves it no password of the owner", async () => {
    const { DATABASE_OWNER_PASSWORD: password } = JSON.parse(
      readFileSync(path.join(dataDir, "secrets.json"), "utf8"),
    );
    const settings = await (await fetch(`${served.url}/settings`)).text();
    expect(password).toMatch(/^[\w-]{43}$/);
    expect(settings).toContain("takings_system_login");
    expect(settings).not.toContain(password);
  });

  test("that is frozen is told as away within nine seconds, and is back within five of its thaw", async () => {
    const load = served.load(8);
    await sleep(300);
    const frozen = serverProcesses(directory);
    signal(frozen, "SIGSTOP");
    await sleep(12_000);
    signal(frozen, "SIGCONT");
    expect(await served.readyMs()).toBeLessThan(5_000);
    const { acknowledged, statuses, longestMs } = await load.stop();
    expect([...statuses].sort()).toEqual([201, 503]);
    expect(longestMs).toBeLessThan(9_500);
    expect(await missing(ownerUrlOf(dataDir), acknowledged)).toEqual([]);
  });

  test("that is frozen, or gone, does not hold up a stop", async () => {
    const frozen = serverProcesses(directory);
    signal(frozen, "SIGSTOP");
    const load = served.load(8);
    await sleep(200);
    const startedAt = performance.now();
    process.kill(served.program.pid, "SIGTERM");
    expect(await served.program.finish()).toBe(0);
    expect(performance.now() - startedAt).toBeLessThan(10_000);
    await load.stop();
    signal(frozen, "SIGCONT");

    served = await startServed(bundle.file, { DATA_DIR: dataDir });
    const pids = serverProcesses(directory);
    signal(pids.slice(0, 1), "SIGKILL");
    process.kill(served.program.pid, "SIGTERM");
    expect(await served.program.finish()).toBe(0);
    await expect
      .poll(() => pids.some((pid) => isRunning(processMark(pid) ?? "")), { timeout: 5_000 })
      .toBe(false);
  });
});

const PASSWORDS = { owner: "owner-of-an-outside-cluster", application: "login-of-an-outside-cluster" };

/** Starts a database that is not the service's own, and the service on it. */
async function startOutside(name: string, logins: "two" | "one" = "two") {
  const outside = path.join(home, name);
  mkdirSync(outside, { recursive: true });
  const runner = databaseUser(outside);
  const place = { binaries: findBinaries(runner), runner, directory: path.join(outside, "postgres") };
  await createCluster({ ...place, passwords: PASSWORDS, isEphemeral: true });
  const { port } = await startPostmaster({ ...place, settings: {} });
  const ownerUrl = `postgres://takings_owner:${PASSWORDS.owner}@127.0.0.1:${port}/takings`;
  const service = await startServed(bundle.file, {
    DATA_DIR: path.join(outside, "data"),
    ...(logins === "one"
      ? { DATABASE_URL: ownerUrl }
      : {
          DATABASE_URL: `postgres://takings:${PASSWORDS.application}@127.0.0.1:${port}/takings`,
          DATABASE_OWNER_URL: ownerUrl,
        }),
  });
  return { place, port, ownerUrl, service };
}

test("a service that has migrated holds no password of the owner, and serves on without the owner's login", async () => {
  const { place, port, ownerUrl, service } = await startOutside("without-owner");
  try {
    await makePaid(ownerUrl);
    const settings = await (await fetch(`${service.url}/settings`)).text();
    expect(settings).toContain("takings_system_login");
    expect(settings).not.toContain(PASSWORDS.owner);
    const changed = "a password that the service never saw";
    const owner = postgres(ownerUrl, { max: 1, onnotice: () => {} });
    await owner.unsafe(`alter role takings_owner password '${changed}'`);
    await owner.end();
    // Every connection of the service is a new one after this.
    await stopPostmaster(place.directory, 10_000);
    await startPostmaster({ ...place, settings: {}, port });
    expect(await service.readyMs()).toBeLessThan(5_000);
  } finally {
    await service.program.kill("SIGKILL");
    await stopPostmaster(place.directory, 10_000);
  }
});

test("a sandbox serves from an outside database with DATABASE_URL alone", async () => {
  const { place, ownerUrl, service } = await startOutside("one-login", "one");
  try {
    await makePaid(ownerUrl);
    expect(await service.readyMs()).toBeLessThan(5_000);
  } finally {
    await service.program.kill("SIGKILL");
    await stopPostmaster(place.directory, 10_000);
  }
});

test("an outside database that is stopped and started again is served from within five seconds", async () => {
  const { place, port, ownerUrl, service } = await startOutside("outside");
  try {
    await makePaid(ownerUrl);
    const load = service.load(8);
    await sleep(500);
    expect(await stopPostmaster(place.directory, 10_000)).toBe(true);
    await sleep(2_000);
    await startPostmaster({ ...place, settings: {}, port });
    expect(await service.readyMs()).toBeLessThan(5_000);
    const { acknowledged, statuses } = await load.stop();
    expect([...statuses].sort()).toEqual([201, 503]);
    expect(await missing(ownerUrl, acknowledged)).toEqual([]);
  } finally {
    await service.program.kill("SIGKILL");
    await stopPostmaster(place.directory, 10_000);
  }
});

test("a full disk is told as 503, is survived with all that was acknowledged, and is over within ten seconds of room", async ({
  skip,
}) => {
  const disk = path.join(home, "disk");
  mkdirSync(disk, { recursive: true });
  const size = ["-o", "size=220m,mode=0755"];
  skip(
    spawnSync("mount", ["-t", "tmpfs", ...size, "tmpfs", disk]).status !== 0,
    "This user may mount no disk.",
  );
  const dataDir = path.join(disk, "data");
  let service: Served | undefined;
  try {
    service = await startServed(bundle.file, { DATA_DIR: dataDir });
    await makePaid(ownerUrlOf(dataDir));
    const load = service.load(8);
    await sleep(300);
    const ballast = ["one", "two"].map((name) => path.join(disk, name));
    for (const file of ballast) {
      fill(file);
      await sleep(2_500);
    }
    for (const file of ballast) rmSync(file);
    expect(await service.readyMs()).toBeLessThan(10_000);
    const { acknowledged, statuses } = await load.stop();
    expect([...statuses].sort()).toEqual([201, 503]);
    expect(await missing(ownerUrlOf(dataDir), acknowledged)).toEqual([]);
  } finally {
    await service?.program.kill("SIGKILL");
    await stopPostmaster(path.join(dataDir, "postgres"), 5_000);
    spawnSync("umount", ["--lazy", disk]);
  }
});

/** Leaves no room on a disk; the server may be the one that took the last of it. */
function fill(file: string): void {
  try {
    for (;;) writeFileSync(file, Buffer.alloc(64 * 1024), { flag: "a" });
  } catch (thrown) {
    expect(thrown).toMatchObject({ code: "ENOSPC" });
  }
}
