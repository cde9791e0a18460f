import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";
import { afterAll, beforeAll, beforeEach, inject } from "vitest";
import { loadSettings } from "@/lib/env";
import { generateSecrets } from "@/lib/launch/secrets/generate";
import { clearSingleton } from "@/lib/process-singleton";
import type { TestCluster } from "./cluster";

/** The connection URLs of the test file's database; set from its first hook on. */
export interface TestDatabase {
  readonly url: string;
  readonly ownerUrl: string;
}

const TEMPLATE = "takings";
const TEMPLATE_IN_USE = "55006";
const CLONE_TIMEOUT_MS = 20_000;
/** Singletons created from the settings of another database. */
const CACHED_SINGLETONS = ["settings", "pools", "replica"];

/**
 * Creates a migrated database for the test file (about 30 ms) and points the settings to it, with generated secrets
 * in a separate `DATA_DIR`. Call it at the top of the file, before anything reads `env()`. The database is dropped if
 * all tests of the file pass; if one fails, it is kept and its name is printed.
 */
export function useTestDatabase(): TestDatabase {
  const name = `t_${randomBytes(6).toString("hex")}`;
  const database = { url: "", ownerUrl: "" };
  let hasFailed = false;
  let cluster: TestCluster;
  let dataDir: string;

  beforeAll(async () => {
    cluster = await runningCluster();
    Object.assign(database, addresses(cluster, name));
    await clone(cluster, name);
    dataDir = mkdtempSync(path.join(os.tmpdir(), "takings-data-"));
    Object.assign(process.env, {
      DATA_DIR: dataDir,
      DATABASE_URL: database.url,
      DATABASE_OWNER_URL: database.ownerUrl,
    });
    clearCached();
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
    clearCached();
    rmSync(dataDir, { recursive: true, force: true });
    if (hasFailed) await fetch(`${inject("clusterAddress")}/${name}`, { method: "POST" });
    else await asOwner(cluster, (sql) => sql`drop database ${sql(name)} with (force)`);
  });

  return database;
}

/**
 * Runs `work` with the settings pointing to another database, migrated and empty, which is dropped afterwards. Use it
 * only in a file that calls `useTestDatabase`; the file's own database is not accessible meanwhile.
 */
export async function withNewDatabase<T>(work: (database: TestDatabase) => Promise<T>): Promise<T> {
  const cluster = await runningCluster();
  const name = `t_${randomBytes(6).toString("hex")}`;
  await clone(cluster, name);
  try {
    return await onDatabase(addresses(cluster, name), work);
  } finally {
    await asOwner(cluster, (sql) => sql`drop database ${sql(name)} with (force)`);
  }
}

/** Runs `work` with the settings pointing to this database; the file's own one is not accessible meanwhile. */
export async function onDatabase<T>(
  database: TestDatabase,
  work: (database: TestDatabase) => Promise<T>,
): Promise<T> {
  const { closePools } = await import("@/lib/db/client");
  const { DATABASE_URL, DATABASE_OWNER_URL } = process.env;
  const pointAt = async (url?: string, ownerUrl?: string) => {
    await closePools();
    Object.assign(process.env, { DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl });
    clearCached();
  };
  await pointAt(database.url, database.ownerUrl);
  try {
    return await work(database);
  } finally {
    await pointAt(DATABASE_URL, DATABASE_OWNER_URL);
  }
}

/** Terminates every other connection to a test's database, and waits until they are gone. Returns how many there were. */
export async function terminateConnections({ ownerUrl }: TestDatabase): Promise<number> {
  const owner = postgres(ownerUrl, { max: 1 });
  const others = owner`
    select pid from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and usename is not null`;
  const ended = await owner`select pid, pg_terminate_backend(pid) from (${others}) as others`;
  const remaining = () =>
    owner`select from pg_stat_activity where pid in ${owner(ended.map(({ pid }) => pid))}`;
  while (ended.length > 0 && (await remaining()).length > 0) await sleep(5);
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

/** Runs statements as the owner of the tables, on a connection of its own. */
export async function connectAsOwner<T>(
  ownerUrl: string,
  work: (sql: postgres.Sql) => Promise<T>,
): Promise<T> {
  const sql = postgres(ownerUrl, { max: 1, onnotice: () => {} });
  return work(sql).finally(() => sql.end({ timeout: 5 }));
}

const asOwner = <T>(cluster: TestCluster, work: (sql: postgres.Sql) => Promise<T>): Promise<T> =>
  connectAsOwner(addresses(cluster, "postgres").ownerUrl, work);

/** Clones the template; retries while another file is cloning it. */
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

/** Removes the cached settings and pools, so that the next `env()` and the next statement create new ones. */
function clearCached(): void {
  for (const name of CACHED_SINGLETONS) clearSingleton(name);
}
