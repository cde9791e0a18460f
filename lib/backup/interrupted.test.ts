/** Guarantee: an interrupted backup or restore leaves nothing that can be mistaken for a complete one. */
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import postgres from "postgres";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { useTestDatabase, withNewDatabase } from "@/lib/testing/database";
import { bundleProgram, runProgram } from "@/lib/testing/program";
import { createBackup, restoreBackup } from "./index";
import { readAllTables } from "./testing/content";
import { createFilledOrganisation } from "./testing/organisation";

const database = useTestDatabase();

/** Backs up or restores, and blocks forever after a given table is copied. */
const BLOCKING_PROGRAM = `
  import { writeSync } from "node:fs";
  import { createBackup, restoreBackup } from "@/lib/backup";
  const [what, folder, table] = process.argv.slice(2);
  const onTable = ({ name }) => {
    if (name !== table) return;
    writeSync(1, "blocked");
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  };
  const { signal } = new AbortController();
  await (what === "backup" ? createBackup : restoreBackup)({ folder, signal, onTable });
`;

/** Such a test copies every table three times. */
const RESTORES_TIMEOUT_MS = 90_000;
const { signal } = new AbortController();
let bundle: Awaited<ReturnType<typeof bundleProgram>>;
let parent: string;
let folder: string;

/** The content of a migrated database that was never used. */
let newDatabaseContent: Awaited<ReturnType<typeof readAllTables>>;

beforeAll(async () => {
  newDatabaseContent = await withNewDatabase(readAllTables);
  bundle = await bundleProgram(BLOCKING_PROGRAM);
  parent = mkdtempSync(path.join(os.tmpdir(), "takings-backup-"));
  await createFilledOrganisation("http://127.0.0.1:9/hook", 20);
});
afterAll(() => {
  bundle.remove();
  rmSync(parent, { recursive: true, force: true });
});
let folderCount = 0;
beforeEach(() => {
  folder = path.join(parent, String(++folderCount), "backup");
});

const settings = () => ({
  DATA_DIR: process.env.DATA_DIR ?? "",
  DATABASE_URL: process.env.DATABASE_URL ?? "",
  DATABASE_OWNER_URL: process.env.DATABASE_OWNER_URL ?? "",
});

/** Starts the work in a separate process and kills it when it has copied this table. */
async function killAt(table: string, what: "backup" | "restore"): Promise<void> {
  const program = runProgram(bundle.file, [what, folder, table], settings());
  await program.waitForOutput("blocked");
  await program.kill("SIGKILL");
}

test.each(["api_keys", "transactions", "wallboard_links"])(
  "a backup killed after the table %s has no name that a restore accepts",
  async (table) => {
    await killAt(table, "backup");
    expect(existsSync(folder)).toBe(false);
    const [left = "", ...others] = readdirSync(path.dirname(folder));
    expect(others).toEqual([]);
    expect(left).toMatch(/^backup\.partial-/);
    await withNewDatabase(async () => {
      for (const name of ["backup", left]) {
        const restoring = restoreBackup({ folder: path.join(path.dirname(folder), name), signal });
        await expect(restoring).rejects.toThrow();
      }
      expect(await readAllTables()).toEqual(newDatabaseContent);
    });
    // The leftover folder does not prevent another backup.
    await createBackup({ folder, signal });
    expect(existsSync(path.join(folder, "manifest.json"))).toBe(true);
  },
);

test("an aborted backup removes its files", async () => {
  const stop = new AbortController();
  const onTable = ({ name }: { name: string }) => {
    if (name === "bank_notifications") stop.abort();
  };
  await expect(createBackup({ folder, signal: stop.signal, onTable })).rejects.toThrow(/abort/i);
  expect(readdirSync(path.dirname(folder))).toEqual([]);
});

test("a backup that loses its connection removes its files", async () => {
  let disconnecting: Promise<unknown> | undefined;
  const onTable = () => {
    disconnecting ??= endConnections("takings_system");
  };
  const backingUp = createBackup({ folder, signal, onTable });
  await expect(backingUp).rejects.toThrow();
  await disconnecting;
  expect(readdirSync(path.dirname(folder))).toEqual([]);
});

test.each(["transactions", "operator_assignments"])(
  "a restore killed after the table %s leaves the database empty and can be repeated",
  { timeout: RESTORES_TIMEOUT_MS },
  async (table) => {
    await createBackup({ folder, signal });
    await withNewDatabase(async () => {
      await killAt(table, "restore");
      // The read waits until the server has noticed the disconnect and released the locks.
      expect(await readAllTables()).toEqual(newDatabaseContent);
      expect((await restoreBackup({ folder, signal })).differences).toEqual([]);
    });
  },
);

test("a restore that loses its connection leaves the database empty and can be repeated", {
  timeout: RESTORES_TIMEOUT_MS,
}, async () => {
  await createBackup({ folder, signal });
  await withNewDatabase(async ({ ownerUrl }) => {
    let disconnecting: Promise<unknown> | undefined;
    const onTable = ({ name }: { name: string }) => {
      if (name === "bank_notifications") disconnecting = endConnections("takings_owner", ownerUrl);
    };
    await expect(restoreBackup({ folder, signal, onTable })).rejects.toThrow();
    await disconnecting;
    expect(await readAllTables()).toEqual(newDatabaseContent);
    expect((await restoreBackup({ folder, signal })).differences).toEqual([]);
  });
});

/** Terminates every connection with this application name. */
async function endConnections(name: string, ownerUrl = database.ownerUrl): Promise<void> {
  const sql = postgres(ownerUrl, { max: 1, onnotice: () => {} });
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = ${name} and pid <> pg_backend_pid()`;
  await sql.end();
}
