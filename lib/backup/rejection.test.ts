/** Guarantee: a backup that is altered, incomplete or for another database is rejected, and nothing is written. */
import { createHash, randomBytes } from "node:crypto";
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { assertDefined } from "@/lib/core/errors/assert";
import { systemDb } from "@/lib/db/client";
import { loadSettings } from "@/lib/env";
import { encryptionKeyId } from "@/lib/security/encryption";
import { connectAsOwner, useTestDatabase, withNewDatabase } from "@/lib/testing/database";
import { createBackup, restoreBackup } from "./index";
import { readAllTables } from "./testing/content";
import { createFilledOrganisation } from "./testing/organisation";

const database = useTestDatabase();

const { signal } = new AbortController();
let parent: string;
/** A complete backup. */
let completeBackup: string;
/** A copy of it that the test alters. */
let folder: string;
let copies = 0;

/** The content of a migrated database that was never used. */
let newDatabaseContent: Awaited<ReturnType<typeof readAllTables>>;

beforeAll(async () => {
  newDatabaseContent = await withNewDatabase(readAllTables);
  parent = mkdtempSync(path.join(os.tmpdir(), "takings-backup-"));
  completeBackup = path.join(parent, "whole");
  await createFilledOrganisation("http://127.0.0.1:9/hook", 20);
  await createBackup({ folder: completeBackup, signal });
});
afterAll(() => rmSync(parent, { recursive: true, force: true }));
beforeEach(() => {
  folder = path.join(parent, `copy-${++copies}`);
  cpSync(completeBackup, folder, { recursive: true });
});

const fileIn = (name: string) => path.join(folder, name);
const restore = () => restoreBackup({ folder, signal });

/** The encryption key in `secrets.json`, regardless of the environment. */
const fileKey = () => loadSettings({ DATA_DIR: process.env.DATA_DIR }).encryptionKey;

const asOwner = (statements: string, { ownerUrl } = database) =>
  connectAsOwner(ownerUrl, (sql) => sql.unsafe(statements));

/** Flips one bit in the middle of a file; an empty file gets one byte. */
function alterByte(file: string): void {
  const bytes = readFileSync(file);
  const at = bytes.length >> 1;
  if (bytes.length === 0) appendFileSync(file, "x");
  else {
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    writeFileSync(file, bytes);
  }
}

/** Rewrites the manifest with a matching checksum. */
function rewriteManifest(change: (manifest: Record<string, unknown>) => void): void {
  const manifest = JSON.parse(readFileSync(fileIn("manifest.json"), "utf8"));
  change(manifest);
  const text = JSON.stringify(manifest);
  writeFileSync(fileIn("manifest.json"), text);
  const digest = createHash("sha256").update(text).digest("hex");
  writeFileSync(fileIn("manifest.json.sha256"), `${digest}  manifest.json\n`);
}

describe("a damaged backup", () => {
  test("is rejected for one altered bit in any of its files", async () => {
    await withNewDatabase(async () => {
      for (const name of readdirSync(completeBackup)) {
        const original = readFileSync(fileIn(name));
        alterByte(fileIn(name));
        await expect(restore(), name).rejects.toThrow(/damaged/);
        writeFileSync(fileIn(name), original);
      }
      expect(await readAllTables()).toEqual(newDatabaseContent);
      // The unaltered folder is accepted.
      expect((await restore()).differences).toEqual([]);
    });
  });

  test.each<[string, () => void, RegExp]>([
    [
      "a truncated file",
      () => truncateSync(fileIn("transactions.copy"), 1_000),
      /transactions.copy has 1000 bytes/,
    ],
    ["an empty manifest", () => truncateSync(fileIn("manifest.json")), /do not agree/],
    ["a missing file", () => rmSync(fileIn("payment_identities.copy")), /payment_identities.copy is missing/],
    ["a missing manifest", () => rmSync(fileIn("manifest.json")), /manifest.json is missing/],
    ["a missing checksum", () => rmSync(fileIn("manifest.json.sha256")), /sha256 is missing/],
    ["an extra file", () => writeFileSync(fileIn("notes.txt"), ""), /notes.txt does not belong/],
    [
      "a folder in place of a file",
      () => {
        rmSync(fileIn("payment_identities.copy"));
        mkdirSync(fileIn("payment_identities.copy"));
      },
      /payment_identities.copy is not a file/,
    ],
    [
      "a symbolic link in place of a file",
      () => {
        rmSync(fileIn("payment_identities.copy"));
        symlinkSync(path.join(completeBackup, "payment_identities.copy"), fileIn("payment_identities.copy"));
      },
      /payment_identities.copy is not a file/,
    ],
    [
      "a removed row, even if the manifest matches the file",
      () => {
        const rows = readFileSync(fileIn("transactions.copy"), "utf8").split("\n").slice(1).join("\n");
        writeFileSync(fileIn("transactions.copy"), rows);
        rewriteManifest((manifest) => {
          const tables = manifest.tables as { name: string; rows: number; bytes: number; sha256: string }[];
          const table = tables.find(({ name }) => name === "transactions");
          Object.assign(table ?? {}, {
            rows: (table?.rows ?? 0) - 1,
            bytes: Buffer.byteLength(rows),
            sha256: createHash("sha256").update(rows).digest("hex"),
          });
        });
      },
      /add up to/,
    ],
  ])("is refused for %s", async (_what, damage, words) => {
    damage();
    await withNewDatabase(async () => {
      await expect(restore()).rejects.toThrow(words);
      expect(await readAllTables()).toEqual(newDatabaseContent);
    });
  });

  test("is rejected under the temporary name of an interrupted backup", async () => {
    const partial = `${folder}.partial-0123456789ab`;
    cpSync(completeBackup, partial, { recursive: true });
    await withNewDatabase(async () => {
      await expect(restoreBackup({ folder: partial, signal })).rejects.toThrow(/interrupted/);
      expect(await readAllTables()).toEqual(newDatabaseContent);
    });
  });
});

describe("a restore", () => {
  test("is rejected if the database has rows, and changes none of them", async () => {
    await withNewDatabase(async () => {
      await restore();
      const before = await readAllTables();
      await expect(restore()).rejects.toThrow(/not empty: .*organisations/);
      expect(await readAllTables()).toEqual(before);
    });
  });

  test("is rejected for a backup of another schema, and the message names both", async () => {
    rewriteManifest((manifest) => {
      manifest.migrations = [{ tag: "0042_from_the_future", hash: "f".repeat(64) }];
    });
    await withNewDatabase(async () => {
      await expect(restore()).rejects.toThrow(
        /schema 0042_from_the_future .* Takings 0\d{3}_\w+\. Restore it with/,
      );
      expect(await readAllTables()).toEqual(newDatabaseContent);
    });
  });

  test("is rejected before any write if the encryption key differs from the backup's, which the message names", async () => {
    const { encryption_keys } = JSON.parse(readFileSync(fileIn("manifest.json"), "utf8"));
    expect(encryption_keys).toEqual([encryptionKeyId()]);
    await withNewDatabase(async () => {
      process.env.ENCRYPTION_KEY = randomBytes(32).toString("base64");
      try {
        await expect(restore()).rejects.toMatchObject({
          code: "conflict",
          detail: expect.stringMatching(
            new RegExp(
              `encrypted with the key ${encryption_keys[0]}, and ENCRYPTION_KEY is ${encryptionKeyId()}`,
            ),
          ),
        });
        expect(await readAllTables()).toEqual(newDatabaseContent);
        // It is enough to have the backup's key as an old key.
        process.env.ENCRYPTION_OLD_KEYS = assertDefined(fileKey(), "the first start generated a key");
        expect((await restore()).differences).toEqual([]);
      } finally {
        delete process.env.ENCRYPTION_KEY;
        delete process.env.ENCRYPTION_OLD_KEYS;
      }
    });
  });

  test("is rejected for an unknown format", async () => {
    rewriteManifest((manifest) => {
      manifest.format = 2;
    });
    await withNewDatabase(() => expect(restore()).rejects.toThrow(/has format 2; .* reads format 1/));
  });

  test("is rejected if a table's columns differ from the backup's", async () => {
    await withNewDatabase(async (copy) => {
      await asOwner("alter table public.operators add column badge text", copy);
      await expect(restore()).rejects.toThrow(/different columns in operators/);
      expect(await readAllTables()).toEqual(newDatabaseContent);
    });
  });

  test("that the server rejects midway writes nothing, reports the server's error, and keeps row-level security", async () => {
    await withNewDatabase(async (copy) => {
      await asOwner("alter table public.transactions add constraint few check (sequence < 5)", copy);
      await expect(restore()).rejects.toThrow(/violates check constraint "few"/);
      expect(await readAllTables()).toEqual(newDatabaseContent);
      const open = await systemDb().sql`
        select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
          and not relforcerowsecurity`;
      expect(open).toEqual([]);
    });
  });
});

describe("a backup", () => {
  const policy = (rest: string) => `
    create table public.extra (id int primary key);
    alter table public.extra enable row level security;
    ${rest}`;
  const grant = "grant select on public.extra to takings_system;";
  const permissivePolicy = "create policy whole_house on public.extra to takings_system using (true);";

  test.each([
    ["may not read", policy(permissivePolicy), /extra: takings_system has no SELECT/],
    ["is shown no row of, for want of a policy", policy(grant), /extra: row-level security/],
    [
      "can read only some rows of",
      policy(`${grant} create policy partly on public.extra to takings_system using (id > 1);`),
      /extra: row-level security/,
    ],
    [
      "can read fewer rows of because of a restrictive policy",
      policy(
        `${grant} ${permissivePolicy} create policy less on public.extra as restrictive using (id > 1);`,
      ),
      /extra: row-level security/,
    ],
  ])(
    "is rejected for a table that takings_system %s, and leaves no files",
    async (_what, statements, words) => {
      const target = path.join(parent, "refused", "backup");
      await asOwner(statements);
      try {
        await expect(createBackup({ folder: target, signal })).rejects.toThrow(words);
        expect(readdirSync(path.dirname(target))).toEqual([]);
      } finally {
        await asOwner("drop table public.extra");
      }
    },
  );

  test("is rejected if the folder is not empty, and keeps its contents", async () => {
    const names = readdirSync(folder);
    await expect(createBackup({ folder, signal })).rejects.toThrow(/not empty/);
    expect(readdirSync(folder)).toEqual(names);
    const empty = path.join(parent, "empty");
    mkdirSync(empty);
    await createBackup({ folder: empty, signal });
    expect(readdirSync(empty).length).toBe(names.length);
  });
});
