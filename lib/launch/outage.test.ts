import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { bundleProgram } from "@/lib/testing/program";
import { isRunning, processIdentity } from "./lock.mjs";
import { findBinaries } from "./postgres/binaries";
import { createCluster } from "./postgres/cluster";
import { findDatabaseUser } from "./postgres/os-user";
import { startPostmaster, stopPostmaster } from "./postgres/postmaster";
import {
  createPaidTable,
  findBackend,
  findMissingPayments,
  getOwnerUrl,
  listServerProcesses,
  startTestService,
  TEST_SERVICE_SOURCE,
  type TestService,
} from "./testing/test-service";

vi.setConfig({ testTimeout: 60_000 });

let bundle: Awaited<ReturnType<typeof bundleProgram>>;
/** Not created with mkdtemp: in a folder with mode 0700 the cluster would be placed in /var/lib. */
const home = path.join(os.tmpdir(), `takings-outage-${randomBytes(6).toString("hex")}`);
const dataDir = path.join(home, "embedded");
const directory = path.join(dataDir, "postgres");
let served: TestService;

beforeAll(async () => {
  bundle = await bundleProgram(TEST_SERVICE_SOURCE);
});
afterAll(() => {
  bundle.remove();
  rmSync(home, { recursive: true, force: true });
});

/** Signals all processes that still exist: a database worker may have ended since it was listed. */
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
    served = await startTestService(bundle.file, { DATA_DIR: dataDir });
    await createPaidTable(getOwnerUrl(dataDir));
  });
  afterAll(async () => {
    await served.program.kill("SIGKILL");
    await stopPostmaster(directory, 5_000);
  });

  test.each([
    ["is killed", () => signal(listServerProcesses(directory).slice(0, 1), "SIGKILL")],
    ["loses a killed backend", () => process.kill(findBackend(directory), "SIGKILL")],
    ["is killed with all its processes", () => signal(listServerProcesses(directory), "SIGKILL")],
  ])("that %s restarts within five seconds and loses nothing acknowledged", async (_, fail) => {
    for (let round = 0; round < 2; round++) {
      const load = served.load(8);
      await sleep(300);
      fail();
      await sleep(20);
      expect(await served.readyMs()).toBeLessThan(5_000);
      await sleep(200);
      const { acknowledged, statuses, longestMs } = await load.stop();
      expect([...statuses].sort()).toEqual([201, 503]);
      expect(longestMs).toBeLessThan(9_000);
      expect(acknowledged.length).toBeGreaterThan(10);
      expect(await findMissingPayments(getOwnerUrl(dataDir), acknowledged)).toEqual([]);
    }
  });

  test("does not leave the owner's password in the service", async () => {
    const { DATABASE_OWNER_PASSWORD: password } = JSON.parse(
      readFileSync(path.join(dataDir, "secrets.json"), "utf8"),
    );
    const settings = await (await fetch(`${served.url}/settings`)).text();
    expect(password).toMatch(/^[\w-]{43}$/);
    expect(settings).toContain("takings_system_login");
    expect(settings).not.toContain(password);
  });

  test("that is frozen gives 503 within nine seconds, and is ready five seconds after it resumes", async () => {
    const load = served.load(8);
    await sleep(300);
    const frozen = listServerProcesses(directory);
    signal(frozen, "SIGSTOP");
    await sleep(12_000);
    signal(frozen, "SIGCONT");
    expect(await served.readyMs()).toBeLessThan(5_000);
    const { acknowledged, statuses, longestMs } = await load.stop();
    expect([...statuses].sort()).toEqual([201, 503]);
    expect(longestMs).toBeLessThan(9_500);
    expect(await findMissingPayments(getOwnerUrl(dataDir), acknowledged)).toEqual([]);
  });

  test("that is frozen or killed does not delay a shutdown", async () => {
    const frozen = listServerProcesses(directory);
    signal(frozen, "SIGSTOP");
    const load = served.load(8);
    await sleep(200);
    const startedAt = performance.now();
    process.kill(served.program.pid, "SIGTERM");
    expect(await served.program.finish()).toBe(0);
    expect(performance.now() - startedAt).toBeLessThan(10_000);
    await load.stop();
    signal(frozen, "SIGCONT");

    served = await startTestService(bundle.file, { DATA_DIR: dataDir });
    const pids = listServerProcesses(directory);
    signal(pids.slice(0, 1), "SIGKILL");
    process.kill(served.program.pid, "SIGTERM");
    expect(await served.program.finish()).toBe(0);
    await expect
      .poll(() => pids.some((pid) => isRunning(processIdentity(pid) ?? "")), { timeout: 5_000 })
      .toBe(false);
  });
});

const PASSWORDS = { owner: "owner-of-an-outside-cluster", application: "login-of-an-outside-cluster" };

/** Starts an external database and a service that uses it. */
async function startExternal(name: string, logins: "two" | "one" = "two") {
  const folder = path.join(home, name);
  mkdirSync(folder, { recursive: true });
  const runner = findDatabaseUser(folder);
  const directory = path.join(folder, "postgres");
  const location = { binaries: findBinaries({ runner, directory }), runner, directory };
  await createCluster({ ...location, passwords: PASSWORDS, isEphemeral: true });
  const { port } = await startPostmaster({ ...location, settings: {} });
  const ownerUrl = `postgres://takings_owner:${PASSWORDS.owner}@127.0.0.1:${port}/takings`;
  const service = await startTestService(bundle.file, {
    DATA_DIR: path.join(folder, "data"),
    ...(logins === "one"
      ? { DATABASE_URL: ownerUrl }
      : {
          DATABASE_URL: `postgres://takings:${PASSWORDS.application}@127.0.0.1:${port}/takings`,
          DATABASE_OWNER_URL: ownerUrl,
        }),
  });
  return { location, port, ownerUrl, service };
}

test("a service drops the owner's password after migration and runs without the owner's login", async () => {
  const { location, port, ownerUrl, service } = await startExternal("without-owner");
  try {
    await createPaidTable(ownerUrl);
    const settings = await (await fetch(`${service.url}/settings`)).text();
    expect(settings).toContain("takings_system_login");
    expect(settings).not.toContain(PASSWORDS.owner);
    const changed = "a password that the service never saw";
    const owner = postgres(ownerUrl, { max: 1, onnotice: () => {} });
    await owner.unsafe(`alter role takings_owner password '${changed}'`);
    await owner.end();
    // After the restart all connections of the service are new.
    await stopPostmaster(location.directory, 10_000);
    await startPostmaster({ ...location, settings: {}, port });
    expect(await service.readyMs()).toBeLessThan(5_000);
  } finally {
    await service.program.kill("SIGKILL");
    await stopPostmaster(location.directory, 10_000);
  }
});

test("a sandbox runs on an external database with only DATABASE_URL set", async () => {
  const { location, ownerUrl, service } = await startExternal("one-login", "one");
  try {
    await createPaidTable(ownerUrl);
    expect(await service.readyMs()).toBeLessThan(5_000);
  } finally {
    await service.program.kill("SIGKILL");
    await stopPostmaster(location.directory, 10_000);
  }
});

test("a service uses a restarted external database within five seconds", async () => {
  const { location, port, ownerUrl, service } = await startExternal("outside");
  try {
    await createPaidTable(ownerUrl);
    const load = service.load(8);
    await sleep(500);
    expect(await stopPostmaster(location.directory, 10_000)).toBe(true);
    await sleep(2_000);
    await startPostmaster({ ...location, settings: {}, port });
    expect(await service.readyMs()).toBeLessThan(5_000);
    const { acknowledged, statuses } = await load.stop();
    expect([...statuses].sort()).toEqual([201, 503]);
    expect(await findMissingPayments(ownerUrl, acknowledged)).toEqual([]);
  } finally {
    await service.program.kill("SIGKILL");
    await stopPostmaster(location.directory, 10_000);
  }
});

test("a full disk gives 503 and loses nothing acknowledged; the service is ready ten seconds after space is freed", async ({
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
  let service: TestService | undefined;
  try {
    service = await startTestService(bundle.file, { DATA_DIR: dataDir });
    await createPaidTable(getOwnerUrl(dataDir));
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
    expect(await findMissingPayments(getOwnerUrl(dataDir), acknowledged)).toEqual([]);
  } finally {
    await service?.program.kill("SIGKILL");
    await stopPostmaster(path.join(dataDir, "postgres"), 5_000);
    spawnSync("umount", ["--lazy", disk]);
  }
});

/** Fills a disk; the server may have used its last space. */
function fill(file: string): void {
  try {
    for (;;) writeFileSync(file, Buffer.alloc(64 * 1024), { flag: "a" });
  } catch (thrown) {
    expect(thrown).toMatchObject({ code: "ENOSPC" });
  }
}
