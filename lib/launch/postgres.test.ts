import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import postgres from "postgres";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { loadSettings } from "@/lib/env";
import { bundleProgram, type Program, runProgram } from "@/lib/testing/program";
import { isRunning, processIdentity } from "./lock.mjs";

/** Holds the database open, as a service or a command does, until its stdin ends. */
const HOLDER = `
  import { openDatabase } from "@/lib/launch/database";
  const lease = await openDatabase(process.argv[2]);
  process.stdout.write("open\\n");
  process.stdin.resume();
  process.stdin.once("end", () => lease.release().then(() => process.exit(0)));
`;

let program: Awaited<ReturnType<typeof bundleProgram>>;
let dataDir: string;
const holders: Program[] = [];

// These tests start and recover a real server, possibly on a slow machine.
vi.setConfig({ testTimeout: 60_000 });

beforeAll(async () => {
  program = await bundleProgram(HOLDER);
  // Not created with mkdtemp: in a folder with mode 0700 the cluster would be placed in /var/lib.
  dataDir = path.join(os.tmpdir(), `takings-launch-${randomBytes(6).toString("hex")}`);
});
afterAll(() => {
  program.remove();
  rmSync(dataDir, { recursive: true, force: true });
});
afterEach(async () => {
  await Promise.all(holders.splice(0).map((holder) => holder.kill("SIGKILL")));
  const pid = runningServer();
  if (pid) await killAndWait(pid, "SIGQUIT");
});

function startHolder(as: "service" | "command"): Program {
  const holder = runProgram(program.file, [as], { DATA_DIR: dataDir });
  holders.push(holder);
  return holder;
}

async function lease(as: "service" | "command"): Promise<Program> {
  const holder = startHolder(as);
  await holder.waitForOutput("open");
  return holder;
}

const pidFile = () => path.join(dataDir, "postgres", "postmaster.pid");

/** Returns the pid of the server on the data directory; undefined if none runs. */
function runningServer(): number | undefined {
  if (!existsSync(pidFile())) return undefined;
  const pid = Number.parseInt(readFileSync(pidFile(), "utf8"), 10);
  return processIdentity(pid) && readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(dataDir)
    ? pid
    : undefined;
}

async function killAndWait(pid: number, signal: NodeJS.Signals): Promise<void> {
  const mark = processIdentity(pid) ?? "";
  process.kill(pid, signal);
  await expect.poll(() => isRunning(mark), { timeout: 5_000 }).toBe(false);
}

async function asOwner<T>(work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const sql = postgres(loadSettings({ DATA_DIR: dataDir }).databaseOwnerUrl ?? "", {
    max: 1,
    onnotice: () => {},
  });
  try {
    return await work(sql);
  } finally {
    await sql.end({ timeout: 1 });
  }
}

describe("sharing", () => {
  test("concurrent services share one database, and the last one stops it", async () => {
    const [one, other] = await Promise.all([lease("service"), lease("service")]);
    const pid = runningServer();
    expect(pid).toBeDefined();
    expect(await one.finish()).toBe(0);
    expect(runningServer()).toBe(pid);
    expect(await other.finish()).toBe(0);
    expect(runningServer()).toBeUndefined();
  });

  test("a database with another connected client stays running", async () => {
    const service = await lease("service");
    await asOwner(async (sql) => {
      await sql`select 1`;
      await service.finish();
    });
    expect(runningServer()).toBeDefined();
  });

  test("commands leave a stopped database stopped and a running one running", async () => {
    const first = await lease("command");
    const second = await lease("command");
    await first.finish();
    expect(runningServer()).toBeDefined();
    await second.finish();
    expect(runningServer()).toBeUndefined();

    const service = await lease("service");
    await (await lease("command")).finish();
    expect(runningServer()).toBeDefined();
    await service.finish();
  });
});

describe("after a crash", () => {
  test("the database of a killed service stays running, and the next service uses and stops it", async () => {
    await (await lease("service")).kill("SIGKILL");
    const pid = runningServer();
    expect(pid).toBeDefined();
    const next = await lease("service");
    expect(runningServer()).toBe(pid);
    await next.finish();
    expect(runningServer()).toBeUndefined();
  });

  test("a killed database restarts without data loss, even if it had a busy connection", async () => {
    const service = await lease("service");
    await asOwner((sql) => sql`create table public.paid as select 1 as id`);
    const busy = asOwner((sql) => sql`select count(*) from generate_series(1, 2000000000)`).catch(
      () => "cut",
    );
    await expect.poll(busyConnections, { timeout: 5_000 }).toBe(1);
    await service.kill("SIGKILL");
    await killAndWait(runningServer() ?? 0, "SIGKILL");
    const startedAt = Date.now();
    const next = await lease("service");
    expect(Date.now() - startedAt).toBeLessThan(10_000);
    expect(await asOwner((sql) => sql`select id from public.paid`)).toHaveLength(1);
    expect(await busy).toBe("cut");
    await next.finish();
  });

  test("a pid file with the pid of an unrelated process does not prevent a start", async () => {
    await (await lease("service")).finish();
    const [, ...lines] = ["0", path.join(dataDir, "postgres"), "0", "1", "", "127.0.0.1", "0 0", "ready   "];
    writeFileSync(pidFile(), [process.pid, ...lines, ""].join("\n"));
    await (await lease("service")).finish();
    expect(runningServer()).toBeUndefined();
  });

  test("losing secrets.json loses no data", async () => {
    const service = await lease("service");
    await asOwner((sql) => sql`create table public.kept as select 1 as id`);
    await service.finish();
    rmSync(path.join(dataDir, "secrets.json"));
    const next = await lease("service");
    expect(await asOwner((sql) => sql`select id from public.kept`)).toHaveLength(1);
    await next.finish();
  });
});

test("the database listens on this machine only and never runs as root", async () => {
  await lease("service");
  const [settings] = await asOwner(
    (sql) => sql`select current_setting('listen_addresses') as addresses, current_setting('fsync') as fsync,
      current_setting('server_encoding') as encoding`,
  );
  expect(settings).toEqual({ addresses: "127.0.0.1", fsync: "on", encoding: "UTF8" });
  const [, , , , socketFolder] = readFileSync(pidFile(), "utf8").split("\n");
  expect(socketFolder).toBe("");
  const status = readFileSync(`/proc/${runningServer()}/status`, "utf8");
  expect(status).not.toMatch(/^Uid:\s+0\s/m);
});

test.skipIf(process.getuid?.() !== 0)(
  "data in /var/tmp, where an earlier version put them, are used, also after their move to /var/lib",
  async () => {
    const reachable = dataDir;
    dataDir = mkdtempSync(path.join(os.tmpdir(), "takings-launch-"));
    const directory = () => JSON.parse(readFileSync(path.join(dataDir, "cluster.json"), "utf8")).directory;
    const readPaid = () => asOwner((sql) => sql`select id from public.paid`);
    let kept = "";
    let earlier = "";
    try {
      const first = await lease("service");
      await asOwner((sql) => sql`create table public.paid as select 1 as id`);
      await first.finish();
      kept = directory();
      earlier = path.join("/var/tmp", path.basename(kept));
      expect(kept).toMatch(/^\/var\/lib\/takings-/);
      for (const [from, to] of [
        [kept, earlier],
        [earlier, kept],
      ] as const) {
        spawnSync("mv", [from, to]);
        const next = await lease("service");
        expect(directory()).toBe(to);
        expect(await readPaid()).toHaveLength(1);
        await next.finish();
      }
    } finally {
      for (const folder of [kept, earlier, dataDir])
        if (folder) rmSync(folder, { recursive: true, force: true });
      dataDir = reachable;
    }
  },
);

async function busyConnections(): Promise<number> {
  return asOwner(async (sql) => {
    const [row] = await sql<{ count: number }[]>`
      select count(*)::int as count from pg_stat_activity where query like '%generate_series%' and pid <> pg_backend_pid()`;
    return row?.count ?? 0;
  });
}
