/** Guarantee: the service backs up its database by schedule, once for all its processes, and removes only what it made. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { assertDefined } from "@/lib/core/errors/assert";
import { systemDb } from "@/lib/db/client";
import { runExclusively } from "@/lib/db/connections/exclusive";
import { dropOwnerCredentials, env } from "@/lib/env";
import { log } from "@/lib/log";
import { metrics } from "@/lib/metrics";
import { clearSingleton } from "@/lib/process-singleton";
import { useTestDatabase, withNewDatabase } from "@/lib/testing/database";
import { eventually } from "@/lib/testing/eventually";
import { recordCredit } from "@/lib/transactions";
import { createIncomingCredit, openTestSession } from "@/lib/transactions/testing/sessions";
import { getScheduleState, restoreBackup } from "../index";
import { backUpIfDue } from "./run";

/** What the next call waits for before it tries to get the lock. */
let beforeLock: Promise<unknown> | undefined;
vi.mock("@/lib/db/connections/exclusive", async (importOriginal) => {
  const original = await importOriginal<typeof import("@/lib/db/connections/exclusive")>();
  const runExclusively: typeof original.runExclusively = async (name, work) => {
    const waited = beforeLock;
    beforeLock = undefined;
    await waited;
    return original.runExclusively(name, work);
  };
  return { runExclusively };
});

vi.setConfig({ testTimeout: 60_000 });
useTestDatabase();

const NAME = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z$/;
const { signal } = new AbortController();
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "takings-scheduled-"));
  Object.assign(env(), { backupDir: folder });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await systemDb().sql`delete from service_state where name = 'scheduled_backups'`;
  rmSync(folder, { recursive: true, force: true });
});

const names = () => readdirSync(folder).toSorted();
/** Makes the last backup, and the last failure, older by this many hours. */
const age = (hours: number) =>
  systemDb().sql`
    update service_state set since = since - make_interval(hours => ${hours}), details = details
      || jsonb_build_object('taken_at', (details ->> 'taken_at')::timestamptz - make_interval(hours => ${hours}))
      || jsonb_build_object('failed_at', (details ->> 'failed_at')::timestamptz - make_interval(hours => ${hours}))
    where name = 'scheduled_backups'`;
const count = async (outcome: string) =>
  (await metrics().backups.get()).values.find(({ labels }) => labels.outcome === outcome)?.value ?? 0;

/** Writes the folder of a backup of 1 January 2020 by a deployment; undefined: a manifest without one. */
function writeOld(name: string, deployment: string | undefined) {
  mkdirSync(path.join(folder, name));
  const manifest = JSON.stringify({ taken_at: "2020-01-01T00:00:00.000Z", deployment });
  writeFileSync(path.join(folder, name, "manifest.json"), manifest);
}

test("a backup is made at the first start and then at each interval, also without the owner's login, and can be restored", async () => {
  const { account } = await openTestSession();
  for (let payment = 0; payment < 3; payment++) await recordCredit(createIncomingCredit({ account }));
  const { DATABASE_OWNER_URL } = process.env;
  dropOwnerCredentials();
  try {
    const [first, second] = await Promise.all([backUpIfDue(signal), backUpIfDue(signal)]);
    expect([first, second].filter(Boolean)).toHaveLength(1);
    expect(names()).toEqual([expect.stringMatching(NAME)]);
    expect(await backUpIfDue(signal)).toBeUndefined();
    await age(23);
    expect(await backUpIfDue(signal)).toBeUndefined();
    await age(1);
    expect(await backUpIfDue(signal)).toBeDefined();
    expect(names()).toHaveLength(2);
  } finally {
    clearSingleton("owner credentials dropped");
    Reflect.deleteProperty(process.env, "DATABASE_SYSTEM_URL");
    process.env.DATABASE_OWNER_URL = DATABASE_OWNER_URL;
  }
  const original = assertDefined(await getScheduleState(), "there are backups");
  const last = assertDefined(names().at(-1), "there are backups");
  expect(original).toMatchObject({ folder: path.join(folder, last), failedAt: null });
  await withNewDatabase(async () => {
    const restored = await restoreBackup({ folder: path.join(folder, last), signal });
    expect(restored.differences).toEqual([]);
    expect(restored.sums).toMatchObject([{ status: "successful", count: 3, kobo: 30_000n }]);
    Object.assign(env(), { backupDir: folder });
    expect(await getScheduleState()).toBeUndefined();
  });
});

test("a process that waited for the lock while another made the backup makes no second one", async () => {
  let isMade = () => {};
  beforeLock = new Promise<void>((resolve) => {
    isMade = resolve;
  });
  const late = backUpIfDue(signal);
  await eventually(() => expect(beforeLock).toBeUndefined());
  expect(await backUpIfDue(signal)).toBeDefined();
  isMade();
  expect(await late).toBeUndefined();
  expect(names()).toHaveLength(1);
});

test("only the expired backups of this deployment are removed, and only after a newer one is complete", async () => {
  await backUpIfDue(signal);
  const { deployment } = assertDefined(await getScheduleState(), "there is a backup");
  const partial = "2020-01-01T03-00-00.000Z.partial-0123456789ab";
  mkdirSync(path.join(folder, partial));
  writeOld("2020-01-01T00-00-00.000Z", deployment);
  writeOld("2020-01-02T00-00-00.000Z", "d6a8f1c0-0000-4000-8000-000000000000");
  writeOld("2020-01-03T00-00-00.000Z", undefined);
  writeOld("manual", deployment);
  mkdirSync(path.join(folder, "2020-01-04T00-00-00.000Z"));
  const recent = new Date(Date.now() - 13 * 86_400_000).toISOString().replaceAll(":", "-");
  writeOld(recent, deployment);
  const isWritten = `${new Date(Date.now() - 3_600_000).toISOString().replaceAll(":", "-")}.partial-0123456789ab`;
  mkdirSync(path.join(folder, isWritten));
  const before = names();
  await age(24);
  // A failed backup removes nothing.
  Object.assign(env(), { backupDir: path.join(folder, "manual", "manifest.json") });
  expect(await backUpIfDue(signal)).toBeUndefined();
  expect(names()).toEqual(before);
  await age(1);
  Object.assign(env(), { backupDir: folder });
  const made = path.basename(assertDefined(await backUpIfDue(signal), "it is due").folder);
  const expired = ["2020-01-01T00-00-00.000Z", partial];
  expect(names()).toEqual([...before.filter((name) => !expired.includes(name)), made].toSorted());
});

test("a clock that was ahead neither stops the backups nor their retries", async () => {
  await backUpIfDue(signal);
  await age(-1_000);
  expect(await getScheduleState()).toMatchObject({ overdueSeconds: 0 });
  const file = path.join(folder, "file");
  writeFileSync(file, "");
  Object.assign(env(), { backupDir: file });
  expect(await backUpIfDue(signal)).toBeUndefined();
  expect(await getScheduleState()).toMatchObject({ failedAt: expect.any(Date) });
  await age(-1_000);
  Object.assign(env(), { backupDir: folder });
  expect(await backUpIfDue(signal)).toBeDefined();
  expect(await backUpIfDue(signal)).toBeUndefined();
  expect(names()).toHaveLength(3);
});

test("a clock that was ahead at the first start does not delay the first backup", async () => {
  Object.assign(env(), { backupDir: path.join(folder, "file", "below") });
  writeFileSync(path.join(folder, "file"), "");
  await backUpIfDue(signal);
  await age(-1_000);
  Object.assign(env(), { backupDir: folder });
  expect(await backUpIfDue(signal)).toBeDefined();
});

test("the newest backup before the one just made stays, however old it is", async () => {
  await backUpIfDue(signal);
  const { deployment, folder: made } = assertDefined(await getScheduleState(), "there is a backup");
  rmSync(assertDefined(made, "it was made"), { recursive: true });
  writeOld("2020-01-01T00-00-00.000Z", deployment);
  writeOld("2020-01-02T00-00-00.000Z", deployment);
  writeOld("2020-01-03T00-00-00.000Z", "d6a8f1c0-0000-4000-8000-000000000000");
  writeOld("2120-01-01T00-00-00.000Z", deployment);
  await age(25);
  await backUpIfDue(signal);
  expect(names()).toEqual([
    "2020-01-02T00-00-00.000Z",
    "2020-01-03T00-00-00.000Z",
    expect.stringMatching(/^20[2-9]/),
    "2120-01-01T00-00-00.000Z",
  ]);
});

test("a failed backup is logged once, counted, stored and retried later", async () => {
  const errors = vi.spyOn(log, "error");
  const before = await count("failed");
  const file = path.join(folder, "file");
  writeFileSync(file, "");
  Object.assign(env(), { backupDir: file });
  for (let attempt = 0; attempt < 3; attempt++) expect(await backUpIfDue(signal)).toBeUndefined();
  expect(errors.mock.calls.map(([, message]) => message)).toEqual(["the scheduled backup failed"]);
  expect(await count("failed")).toBe(before + 1);
  expect(await getScheduleState()).toMatchObject({
    failedAt: expect.any(Date),
    failure: expect.stringMatching(/ENOTDIR|EEXIST/),
    takenAt: null,
  });
  await age(1);
  Object.assign(env(), { backupDir: folder });
  expect(await backUpIfDue(signal)).toBeDefined();
  expect(await getScheduleState()).toMatchObject({ failedAt: null, failure: null });
});

test("an aborted backup leaves no files and is not counted as a failure", async () => {
  const stopping = new AbortController();
  const before = await count("failed");
  stopping.abort();
  expect(await backUpIfDue(stopping.signal)).toBeUndefined();
  expect(names()).toEqual([]);
  expect(await count("failed")).toBe(before);
  expect(await getScheduleState()).toMatchObject({ failedAt: null, takenAt: null });
});

test("no backup is made without BACKUP_DIR, and none while another process makes one", async () => {
  await runExclusively("scheduled backup", async () => {
    expect(await backUpIfDue(signal)).toBeUndefined();
  });
  Object.assign(env(), { backupDir: undefined });
  expect(await backUpIfDue(signal)).toBeUndefined();
  expect(names()).toEqual([]);
});
