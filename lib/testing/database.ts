import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";
import { afterAll, beforeAll, beforeEach, inject } from "vitest";
import { migrate } from "@/drizzle/migrate";
import { loadSettings } from "@/lib/env";
import { generateSecrets } from "@/lib/launch/secrets";
import { loginsOf, type TestCluster } from "./cluster";
import { migrationsUpTo } from "./migrations";

/** The addresses of the test file's own database; readable from its first hook on. */
export interface TestDatabase {
  readonly url: string;
  readonly ownerUrl: string;
}

/** A database that was in use at an earlier migration. */
export interface Upgrade {
  /** The last migration that had run, such as `0002_who_watches`. */
  migration: string;
  /** Fills the tables as they were then, as the role that sees every row. */
  fill: (sql: postgres.Sql) => Promise<void>;
}

const TEMPLATE = "takings";
const TEMPLATE_IN_USE = "55006";
const CLONE_TIMEOUT_MS = 20_000;
/** Whatever `once` made from the settings of another database. */
const HELD = ["settings", "pools"];

/**
 * Gives the test file a migrated database of its own, about thirty milliseconds' work, and has the settings point
 * at it, with generated secrets in a `DATA_DIR` of its own. Call it at the top of the file, before anything reads
 * `env()`. The database is dropped when the file has passed; it is kept, and named, when a test has failed. With
 * `upgradedFrom` the database is filled at that migration and then migrated.
 */
export function useTestDatabase(upgradedFrom?: Upgrade): TestDatabase {
  const name = `t_${randomBytes(6).toString("hex")}`;
  const database = { url: "", ownerUrl: "" };
  let hasFailed = false;
  let cluster: TestCluster;
  let dataDir: string;

  beforeAll(async () => {
    cluster = await runningCluster();
    Object.assign(database, addresses(cluster, name));
    if (upgradedFrom) await upgrade(cluster, name, upgradedFrom);
    else await clone(cluster, name);
    dataDir = mkdtempSync(path.join(os.tmpdir(), "takings-data-"));
    Object.assign(process.env, {
      DATA_DIR: dataDir,
      DATABASE_URL: database.url,
      DATABASE_OWNER_URL: database.ownerUrl,
    });
    forgetHeld();
    await generateSecrets(loadSettings());
  });

  beforeEach(({ onTestFailed }) => {
    onTestFailed(() => {
      hasFailed = true;
    });
  });

  afterAll(async () => {
    const { closePools } = await import("@/lib/db/client");
    await closePools();
    forgetHeld();
    rmSync(dataDir, { recursive: true, force: true });
    if (hasFailed) await fetch(`${inject("clusterAddress")}/${name}`, { method: "POST" });
    else await asOwner(cluster, (sql) => sql`drop database ${sql(name)} with (force)`);
  });

  return database;
}

/**
 * Does work with the settings pointing at another database, migrated and empty, which is dropped afterwards. Only in a
 * file that uses `useTestDatabase`; meanwhile that file's own database is out of reach.
 */
export async function withNewDatabase<T>(work: (database: TestDatabase) => Promise<T>): Promise<T> {
  const { closePools } = await import("@/lib/db/client");
  const cluster = await runningCluster();
  const name = `t_${randomBytes(6).toString("hex")}`;
  await clone(cluster, name);
  const database = addresses(cluster, name);
  const { DATABASE_URL, DATABASE_OWNER_URL } = process.env;
  const pointAt = async (url?: string, ownerUrl?: string) => {
    await closePools();
    Object.assign(process.env, { DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl });
    forgetHeld();
  };
  await pointAt(database.url, database.ownerUrl);
  try {
    return await work(database);
  } finally {
    await pointAt(DATABASE_URL, DATABASE_OWNER_URL);
    await asOwner(cluster, (sql) => sql`drop database ${sql(name)} with (force)`);
  }
}

/** Breaks off every connection to a test's database but the one that does it. Answers how many there were. */
export async function breakOff({ ownerUrl }: TestDatabase): Promise<number> {
  const owner = postgres(ownerUrl, { max: 1 });
  const ended = await owner`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and usename is not null`;
  await owner.end();
  return ended.length;
}

async function runningCluster(): Promise<TestCluster> {
  const answer = await fetch(inject("clusterAddress"));
  if (!answer.ok) throw new Error(await answer.text());
  return (await answer.json()) as TestCluster;
}

function addresses({ port, passwords }: TestCluster, name: string): TestDatabase {
  return {
    url: `postgres://takings:${passwords.application}@127.0.0.1:${port}/${name}`,
    ownerUrl: `postgres://takings_owner:${passwords.owner}@127.0.0.1:${port}/${name}`,
  };
}

async function asOwner<T>(cluster: TestCluster, work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const sql = postgres(addresses(cluster, "postgres").ownerUrl, { max: 1, onnotice: () => {} });
  try {
    return await work(sql);
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/** Makes a database, brings it to the earlier migration, fills it and brings it up to date. */
async function upgrade(cluster: TestCluster, name: string, { migration, fill }: Upgrade): Promise<void> {
  await asOwner(cluster, (sql) => sql`create database ${sql(name)}`);
  const { ownerUrl, url } = addresses(cluster, name);
  const logins = loginsOf(ownerUrl, url);
  await migrate(logins, migrationsUpTo(migration));
  const sql = postgres(logins.system.url, { max: 1, connection: { role: "takings_system" } });
  try {
    await fill(sql);
  } finally {
    await sql.end({ timeout: 5 });
  }
  await migrate(logins);
}

/** Copies the template, again and again while another file is copying it. */
async function clone(cluster: TestCluster, name: string): Promise<void> {
  const deadline = Date.now() + CLONE_TIMEOUT_MS;
  await asOwner(cluster, async (sql) => {
    for (;;) {
      try {
        await sql`create database ${sql(name)} template ${sql(TEMPLATE)} strategy file_copy`;
        return;
      } catch (thrown) {
        const isBusy = thrown instanceof postgres.PostgresError && thrown.code === TEMPLATE_IN_USE;
        if (!isBusy || Date.now() > deadline) throw thrown;
        await sleep(20);
      }
    }
  });
}

/** The next `env()` and the next statement start afresh. */
function forgetHeld(): void {
  for (const name of HELD) Reflect.deleteProperty(globalThis, Symbol.for(`takings.${name}`));
}
