/** Guarantee: processes with their own data folders use the same generated secrets on one database, and need the same key for it. */
import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { systemDb, systemTx } from "@/lib/db/client";
import { reencryptSecrets } from "@/lib/encryption";
import { env, loadSettings } from "@/lib/env";
import { encrypt, encryptionKeyId } from "@/lib/security/encryption";
import { useTestDatabase } from "@/lib/testing/database";
import { untilWaitingForLock } from "@/lib/testing/lock-waits";
import { generateSecrets } from "./generate";
import { agreeOnSecrets } from "./share";

useTestDatabase();

const folders: string[] = [];
const newKey = () => randomBytes(32).toString("base64");

beforeEach(async () => {
  process.env.ENCRYPTION_KEY = newKey();
  await systemDb().sql`delete from shared_secrets`;
});
afterEach(() => {
  for (const name of ["ENCRYPTION_KEY", "ENCRYPTION_OLD_KEYS", "JOB_SECRET"]) delete process.env[name];
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** Creates a machine's data folder, with the secrets of an earlier version. */
function createDataDir(secrets: Record<string, string> = {}): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), "takings-share-"));
  folders.push(folder);
  writeFileSync(path.join(folder, "secrets.json"), JSON.stringify(secrets));
  return folder;
}

const settingsOf = (dataDir: string) => loadSettings({ ...process.env, DATA_DIR: dataDir });

async function start(dataDir: string): Promise<void> {
  const generated = await generateSecrets(settingsOf(dataDir));
  await agreeOnSecrets(settingsOf(dataDir), generated);
}

/** The secrets that a machine's processes use, without what belongs to the machine. */
function secretsOf(dataDir: string) {
  const { authSecret, jobSecret, metricsToken, credentials } = settingsOf(dataDir);
  return { authSecret, jobSecret, metricsToken, credentials };
}

const read = (dataDir: string) => JSON.parse(readFileSync(path.join(dataDir, "secrets.json"), "utf8"));

test("processes that start together for the first time use the same secrets", async () => {
  const machines = [createDataDir(), createDataDir(), createDataDir()];
  await Promise.all(machines.map(start));
  const [first, ...others] = machines.map(secretsOf);
  expect(first?.credentials.test.NOMBA_SIGNATURE_KEY).toMatch(/^[\w-]{43}$/);
  expect(others).toEqual([first, first]);
});

test("the secrets of an existing deployment are taken over, and a later process uses them", async () => {
  const machine = createDataDir({ AUTH_SECRET: "from before the upgrade", PORT: "4000" });
  await start(machine);
  const other = createDataDir({ AUTH_SECRET: "of a machine that was never used" });
  await start(other);
  expect(read(machine)).toMatchObject({ AUTH_SECRET: "from before the upgrade", PORT: "4000" });
  expect(secretsOf(other)).toEqual(secretsOf(machine));
  expect(read(other)).not.toHaveProperty("PORT");
});

test("the settings are read again once the secrets are known", async () => {
  env();
  const given = process.env.DATA_DIR ?? "";
  await start(createDataDir({ JOB_SECRET: "the deployment's own secret" }));
  await agreeOnSecrets(settingsOf(given), []);
  expect(env().jobSecret).toBe("the deployment's own secret");
});

test("a secret in the environment is neither stored nor replaced", async () => {
  await start(createDataDir());
  process.env.JOB_SECRET = "a secret of the environment";
  const other = createDataDir();
  await start(other);
  expect(settingsOf(other).jobSecret).toBe("a secret of the environment");
  expect(read(other)).not.toHaveProperty("JOB_SECRET");
});

test("the database has no secret in plain text, and not those that are needed to read it", async () => {
  const machine = createDataDir();
  await start(machine);
  const rows = await systemDb().sql<
    { name: string; secret: string }[]
  >`select name, secret from shared_secrets`;
  for (const { secret } of rows) expect(secret).toMatch(new RegExp(`^v1\\.${encryptionKeyId()}\\.`));
  expect(JSON.stringify(rows)).not.toContain(secretsOf(machine).jobSecret);
  expect(rows.map(({ name }) => name)).not.toContain("ENCRYPTION_KEY");
});

test("a process with another encryption key is refused by the keys' ids, and changes nothing", async () => {
  await start(createDataDir());
  const keyId = encryptionKeyId();
  process.env.ENCRYPTION_KEY = newKey();
  const other = createDataDir({ AUTH_SECRET: "a secret of its own" });
  await expect(start(other)).rejects.toMatchObject({
    code: "settings",
    message: expect.stringMatching(
      new RegExp(`ENCRYPTION_KEY: must be the key ${keyId}.* of the environment is ${encryptionKeyId()}`),
    ),
  });
  expect(read(other).AUTH_SECRET).toBe("a secret of its own");
});

test("of processes with different keys that start together, the later one is refused", async () => {
  const keyId = encryptionKeyId();
  const names = ["AUTH_SECRET", "CUSTOM_BANK_SECRET"];
  const { outcome } = await systemTx(async ({ sql }) => {
    for (const name of names)
      await sql`insert into shared_secrets (name, secret) values (${name}, ${encrypt("theirs", `shared_secrets.secret:${name}`)})`;
    process.env.ENCRYPTION_KEY = newKey();
    const outcome = Promise.allSettled([start(createDataDir())]);
    // It has read that there are none, and waits for this SQL transaction to end.
    await untilWaitingForLock(1);
    return { outcome };
  });
  expect(await outcome).toEqual([
    { status: "rejected", reason: expect.objectContaining({ message: expect.stringContaining(keyId) }) },
  ]);
});

test("a rotation of the encryption key includes the shared secrets", async () => {
  const machine = createDataDir();
  await start(machine);
  process.env.ENCRYPTION_OLD_KEYS = process.env.ENCRYPTION_KEY;
  process.env.ENCRYPTION_KEY = newKey();
  expect(await reencryptSecrets()).toBeGreaterThan(5);
  delete process.env.ENCRYPTION_OLD_KEYS;
  const other = createDataDir();
  await start(other);
  expect(secretsOf(other)).toEqual(secretsOf(machine));
});

test("the embedded database's file takes precedence over its rows, also after its key was lost", async () => {
  const machine = createDataDir();
  await start(machine);
  process.env.ENCRYPTION_KEY = newKey();
  const settings = { ...settingsOf(createDataDir({ JOB_SECRET: "changed by its owner" })) };
  await agreeOnSecrets({ ...settings, databaseIsEmbedded: true, areEncryptionKeysGiven: false }, []);
  const other = createDataDir();
  await systemDb().sql`delete from shared_secrets where name <> 'JOB_SECRET'`;
  await start(other);
  expect(settingsOf(other).jobSecret).toBe("changed by its owner");
});
