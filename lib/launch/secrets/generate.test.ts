import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { loadSettings } from "@/lib/env";
import { generateSecrets, rotateEncryptionKey, storeSecrets } from "./generate";

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(path.join(os.tmpdir(), "takings-secrets-"));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const file = () => path.join(dataDir, "secrets.json");
const written = (): Record<string, string> => JSON.parse(readFileSync(file(), "utf8"));
const generate = (settings: Record<string, string> = {}) =>
  generateSecrets(loadSettings({ DATA_DIR: dataDir, ...settings }));

const LIVE = {
  BANK_MODE: "live",
  AUTH_URL: "https://takings.example",
  TRUST_PROXY: "none",
  BANK_PROVIDERS: "moniepoint",
  MONIEPOINT_WEBHOOK_SECRET: "given-by-the-bank-itself",
};
const OUTSIDE = {
  DATABASE_URL: "postgres://u:p@db.example/x",
  DATABASE_OWNER_URL: "postgres://owner:p@db.example/x",
  AUTH_SECRET: "0123456789abcdef0",
  JOB_SECRET: "0123456789abcdef0",
  ENCRYPTION_KEY: Buffer.alloc(32, 7).toString("base64"),
};

test("a sandbox gets all secrets in a file that only its owner can read", async () => {
  await generate();
  expect(statSync(file()).mode & 0o777).toBe(0o600);
  expect(Object.keys(written()).sort()).toEqual([
    "AUTH_SECRET",
    "CUSTOM_BANK_SECRET",
    "DATABASE_OWNER_PASSWORD",
    "DATABASE_PASSWORD",
    "DATABASE_SYSTEM_PASSWORD",
    "ENCRYPTION_KEY",
    "FLUTTERWAVE_SECRET_HASH",
    "JOB_SECRET",
    "LENCO_API_TOKEN",
    "METRICS_TOKEN",
    "MONIEPOINT_WEBHOOK_SECRET",
    "MONNIFY_SECRET_KEY",
    "NOMBA_SIGNATURE_KEY",
    "PAYSTACK_SECRET_KEY",
    "VAPID_PRIVATE_KEY",
  ]);
  expect(new Set(Object.values(written())).size).toBe(15);
});

test("existing secrets stay, and only missing ones are added", async () => {
  writeFileSync(file(), JSON.stringify({ JOB_SECRET: "a-persons-own-secret", PORT: 4000 }));
  await generate();
  const first = written();
  await generate();
  expect(written()).toEqual(first);
  expect(first).toMatchObject({ JOB_SECRET: "a-persons-own-secret", PORT: 4000 });
});

test("renewing the encryption key keeps the previous one for decryption and all other secrets", async () => {
  await generate();
  const first = written();
  await rotateEncryptionKey(loadSettings({ DATA_DIR: dataDir }));
  const second = written();
  await rotateEncryptionKey(loadSettings({ DATA_DIR: dataDir }));
  const { encryptionKey, encryptionOldKeys, areEncryptionKeysGiven } = loadSettings({ DATA_DIR: dataDir });
  expect(encryptionOldKeys).toEqual([second.ENCRYPTION_KEY, first.ENCRYPTION_KEY]);
  expect(new Set([encryptionKey, ...encryptionOldKeys]).size).toBe(3);
  expect(areEncryptionKeysGiven).toBe(false);
  expect(written()).toMatchObject({ ...first, ENCRYPTION_KEY: encryptionKey });
  expect(statSync(file()).mode & 0o777).toBe(0o600);
});

test("a damaged file is named with the remedy, and stays", async () => {
  await generate();
  const settings = loadSettings({ DATA_DIR: dataDir });
  writeFileSync(file(), "{");
  for (const work of [
    generateSecrets(settings),
    rotateEncryptionKey(settings),
    storeSecrets(settings, { A: "b" }),
  ])
    await expect(work).rejects.toThrow(
      `${file()}: is not a flat JSON object of strings. Repair it, or put a copy`,
    );
  expect(readFileSync(file(), "utf8")).toBe("{");
});

test("concurrent starts agree on the secrets", async () => {
  await Promise.all([generate(), generate(), generate()]);
  const first = written();
  await generate();
  expect(written()).toEqual(first);
});

test("live mode generates separate secrets for test notifications and none for live ones", async () => {
  await generate(LIVE);
  expect(written()).toHaveProperty("TEST_MONIEPOINT_WEBHOOK_SECRET");
  expect(written()).not.toHaveProperty("MONIEPOINT_WEBHOOK_SECRET");
});

test("live mode with an external database generates test-mode bank secrets, and the key for push services", async () => {
  await generate({ ...LIVE, ...OUTSIDE });
  const names = Object.keys(written()).filter((name) => !name.startsWith("TEST_"));
  expect(names).toEqual(["VAPID_PRIVATE_KEY"]);
});
