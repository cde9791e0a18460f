/** Guarantee: backup and restore commands report their result, and a restored copy reports that it sends nothing. */
import { appendFileSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createFilledOrganisation, type Organisation } from "@/lib/backup/testing/organisation";
import { systemDb } from "@/lib/db/client";
import { loadSettings } from "@/lib/env";
import { readyResponse } from "@/lib/http/health";
import { useTestDatabase, withNewDatabase } from "@/lib/testing/database";
import { bundleProgram, runProgram } from "@/lib/testing/program";
import { recordCredit } from "@/lib/transactions";
import { createIncomingCredit } from "@/lib/transactions/testing/sessions";
import { inspectDatabase } from "../../doctor/database";
import { runCommand } from "../../run";
import { captureStreams } from "../../testing/streams";
import { COMMANDS } from "../index";

useTestDatabase();

let parent: string;
let folder: string;
let organisation: Organisation;
/** The output of `takings backup`. */
let backup: Record<string, unknown>;

async function takings(...args: string[]) {
  const streams = captureStreams();
  const withDatabase = <T>(work: () => Promise<T>) => work();
  const exitCode = await runCommand([...args, "--json"], streams, { commands: COMMANDS, withDatabase });
  return { exitCode, value: JSON.parse(streams.stdout) };
}

beforeAll(async () => {
  parent = mkdtempSync(path.join(os.tmpdir(), "takings-backup-"));
  folder = path.join(parent, "backup");
  organisation = await createFilledOrganisation("http://127.0.0.1:9/hook", 20);
  const taken = await takings("backup", folder);
  expect(taken.exitCode).toBe(0);
  backup = taken.value;
});
afterAll(() => rmSync(parent, { recursive: true, force: true }));

test("backup reports its contents with decimal amounts, and overwrites nothing", async () => {
  expect(backup).toEqual({
    folder,
    taken_at: expect.stringMatching(/^\d{4}-.*Z$/),
    schema_version: expect.stringMatching(/^\d{4}_\w+$/),
    tables: expect.any(Number),
    rows: expect.any(Number),
    bytes: expect.any(Number),
    sums: expect.arrayContaining([
      {
        mode: "test",
        status: "pending",
        count: expect.any(Number),
        amount: expect.stringMatching(/^\d+\.\d\d$/),
      },
    ]),
  });
  const { exitCode, value } = await takings("backup", folder);
  expect({ exitCode, code: value.error.code }).toEqual({ exitCode: 1, code: "conflict" });
  expect(value.error.message).toContain(folder);
});

test("a restored copy records payments, and reports in every place that it sends no webhooks", async () => {
  await withNewDatabase(async () => {
    const { exitCode, value } = await takings("restore", folder);
    expect(exitCode).toBe(0);
    const { folder: _folder, bytes: _bytes, ...same } = backup;
    expect(value).toEqual({ folder, ...same, sessions: 3, differences: [], webhooks: "paused" });
    expect((await takings("verify")).value.differences).toEqual([]);

    await recordCredit(
      createIncomingCredit({ account: organisation.account, paymentKey: "after the restore" }),
    );
    const [recorded] = await systemDb().sql<{ state: string; status: string }[]>`
      select state, status from transactions t join webhook_deliveries d on d.transaction_id = t.id
      where payment_key = 'after the restore'`;
    expect(recorded).toEqual({ state: "pending", status: "successful" });

    const ready = await readyResponse();
    expect(ready.status).toBe(200);
    expect((await ready.json()).data).toEqual({ status: "ready", webhooks: "paused" });
    const deliver = await takings("deliver");
    expect(deliver.exitCode).toBe(1);
    expect(deliver.value.error.message).toMatch(/paused.*takings deliver --resume/);
    // Last, because it closes this process's connections, as the doctor does.
    expect((await inspectDatabase(loadSettings())).workload?.sendingPause).toEqual({
      since: expect.any(Date),
      backupTakenAt: new Date(String(backup.taken_at)),
    });
  });
});

test("restore exits 1 for an altered backup and for a database with data", async () => {
  await withNewDatabase(async () => {
    const missing = await takings("restore", path.join(parent, "missing"));
    expect(missing).toMatchObject({ exitCode: 1, value: { error: { code: "invalid_request" } } });
    expect(missing.value.error.message).toMatch(/missing cannot be read: ENOENT$/);
    appendFileSync(path.join(folder, "members.copy"), "x");
    const damaged = await takings("restore", folder);
    expect({ exitCode: damaged.exitCode, code: damaged.value.error.code }).toEqual({
      exitCode: 1,
      code: "invalid_request",
    });
    expect(damaged.value.error.message).toMatch(/members\.copy/);
    await takings("keys", "issue", "--organisation", "Other");
    const other = path.join(parent, "other");
    expect((await takings("backup", other)).exitCode).toBe(0);
    const used = await takings("restore", other);
    expect({ exitCode: used.exitCode, code: used.value.error.code }).toEqual({
      exitCode: 1,
      code: "conflict",
    });
  });
  expect(existsSync(folder)).toBe(true);
});

test("backup rejects a missing or unmigrated database, and creates nothing", async () => {
  const program = await bundleProgram(`
    import { COMMANDS } from "@/lib/cli/commands";
    import { runCommand } from "@/lib/cli/run";
    import { captureStreams } from "@/lib/cli/testing/streams";
    const streams = captureStreams();
    await runCommand(process.argv.slice(2), streams, { commands: COMMANDS });
    process.stdout.write(streams.stdout);
  `);
  const run = async (settings: Record<string, string>) => {
    const dataDir = path.join(parent, "no-data");
    const running = runProgram(program.file, ["backup", path.join(parent, "none"), "--json"], {
      DATA_DIR: dataDir,
      ...settings,
    });
    await running.finish();
    expect([existsSync(dataDir), existsSync(path.join(parent, "none"))]).toEqual([false, false]);
    return JSON.parse(running.stdout()).error.message;
  };
  try {
    expect(await run({})).toMatch(/no database yet/);
    await withNewDatabase(async ({ url, ownerUrl }) => {
      const owner = postgres(ownerUrl, { max: 1, onnotice: () => {} });
      await owner`drop schema public cascade`;
      await owner`drop schema drizzle cascade`;
      await owner`create schema public`;
      await owner`grant usage on schema public to takings_system`;
      const settings = { DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl };
      expect(await run(settings)).toMatch(/never migrated/);
      expect(await owner`select from pg_class where relnamespace = 'public'::regnamespace`).toHaveLength(0);
      await owner.end();
    });
  } finally {
    program.remove();
  }
});
