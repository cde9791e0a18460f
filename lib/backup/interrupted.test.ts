/** Guarantee: a backup or a restore that is cut short leaves nothing that can be mistaken for a complete one. */
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import postgres from "postgres";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { useTestDatabase, withNewDatabase } from "@/lib/testing/database";
import { bundleProgram, runProgram } from "@/lib/testing/program";
import { createBackup, restoreBackup } from "./index";
import { makeOrganisation, readEverything } from "./testing/ledger";

const database = useTestDatabase();

/** Backs up, or restores, and blocks for ever when a table of this name has been copied. */
const STANDING = `
  import { writeSync } from "node:fs";
  import { createBackup, restoreBackup } from "@/lib/backup";
  const [what, folder, table] = process.argv.slice(2);
  const onTable = ({ name }) => {
    if (name !== table) return;
    writeSync(1, "standing");
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  };
  const { signal } = new AbortController();
  await (what === "backup" ? createBackup : restoreBackup)({ folder, signal, onTable });
`;

const { signal } = new AbortController();
let bundle: Awaited<ReturnType<typeof bundleProgram>>;
let parent: string;
let folder: string;

/** The content of a database that was migrated and never used. */
let ofNewDatabase: Awaited<ReturnType<typeof readEverything>>;

beforeAll(async () => {
  ofNewDatabase = await withNewDatabase(readEverything);
  bundle = await bundleProgram(STANDING);
  parent = mkdtempSync(path.join(os.tmpdir(), "takings-backup-"));
  await makeOrganisation("http://127.0.0.1:9/hook", 20);
});
afterAll(() => {
  bundle.remove();
  rmSync(parent, { recursive: true, force: true });
});
let turn = 0;
beforeEach(() => {
  folder = path.join(parent, String(++turn), "backup");
});

const settings = () => ({
  DATA_DIR: process.env.DATA_DIR ?? "",
  DATABASE_URL: process.env.DATABASE_URL ?? "",
  DATABASE_OWNER_URL: process.env.DATABASE_OWNER_URL ?? "",
});

/** Starts the work in a process of its own and kills it when it has copied this table. */
async function killAt(table: string, what: "backup" | "restore"): Promise<void> {
  const program = runProgram(bundle.file, [what, folder, table], settings());
  await program.says("standing");
  await program.kill("SIGKILL");
}

test.each(["api_keys", "transactions", "wall_links"])(
  "a backup that is killed after the table %s is under no name that a restore takes",
  async (table) => {
    await killAt(table, "backup");
    expect(existsSync(folder)).toBe(false);
    const [left = "", ...others] = readdirSync(path.dirname(folder));
    expect(others).toEqual([]);
    expect(left).toMatch(/^backup\.partial-/);
    await withNewDatabase(async () => {
      for (const name of ["backup", left]) {
        const taken = restoreBackup({ folder: path.join(path.dirname(folder), name), signal });
        await expect(taken).rejects.toThrow();
      }
      expect(await readEverything()).toEqual(ofNewDatabase);
    });
    // The folder that was left does not prevent another backup.
    await createBackup({ folder, signal });
    expect(existsSync(path.join(folder, "manifest.json"))).toBe(true);
  },
);

test("a backup that is asked to stop removes what it has written", async () => {
  const stop = new AbortController();
  const onTable = ({ name }: { name: string }) => {
    if (name === "notices") stop.abort();
  };
  await expect(createBackup({ folder, signal: stop.signal, onTable })).rejects.toThrow(/abort/i);
  expect(readdirSync(path.dirname(folder))).toEqual([]);
});

test("a backup whose connection is lost removes what it has written", async () => {
  let ending: Promise<unknown> | undefined;
  const onTable = () => {
    ending ??= endConnections("takings_system");
  };
  const taking = createBackup({ folder, signal, onTable });
  await expect(taking).rejects.toThrow();
  await ending;
  expect(readdirSync(path.dirname(folder))).toEqual([]);
});

test.each(["transactions", "operator_assignments"])(
  "a restore that is killed after the table %s leaves the database empty, and can be done again",
  async (table) => {
    await createBackup({ folder, signal });
    await withNewDatabase(async () => {
      await killAt(table, "restore");
      // A table is read when the server has noticed and let its locks go.
      expect(await readEverything()).toEqual(ofNewDatabase);
      expect((await restoreBackup({ folder, signal })).differences).toEqual([]);
    });
  },
);

test("a restore whose connection is lost leaves the database empty, and can be done again", async () => {
  await createBackup({ folder, signal });
  await withNewDatabase(async ({ ownerUrl }) => {
    let ending: Promise<unknown> | undefined;
    const onTable = ({ name }: { name: string }) => {
      if (name === "notices") ending = endConnections("takings_owner", ownerUrl);
    };
    await expect(restoreBackup({ folder, signal, onTable })).rejects.toThrow();
    await ending;
    expect(await readEverything()).toEqual(ofNewDatabase);
    expect((await restoreBackup({ folder, signal })).differences).toEqual([]);
  });
});

/** Ends every connection of that application name. */
async function endConnections(name: string, ownerUrl = database.ownerUrl): Promise<void> {
  const sql = postgres(ownerUrl, { max: 1, onnotice: () => {} });
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = ${name} and pid <> pg_backend_pid()`;
  await sql.end();
}
