/** Guarantee: a backup that is altered, incomplete or not for this database is refused, and nothing is written. */
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
import postgres from "postgres";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { assertDefined } from "@/lib/core/assert";
import { systemDb } from "@/lib/db/client";
import { loadSettings } from "@/lib/env";
import { encryptionKeyId } from "@/lib/security/encryption";
import { useTestDatabase, withNewDatabase } from "@/lib/testing/database";
import { createBackup, restoreBackup } from "./index";
import { makeOrganisation, readEverything } from "./testing/ledger";

const database = useTestDatabase();

const { signal } = new AbortController();
let parent: string;
/** A whole backup. */
let whole: string;
/** A copy of it, to be altered. */
let folder: string;
let copies = 0;

/** The content of a database that was migrated and never used. */
let ofNewDatabase: Awaited<ReturnType<typeof readEverything>>;

beforeAll(async () => {
  ofNewDatabase = await withNewDatabase(readEverything);
  parent = mkdtempSync(path.join(os.tmpdir(), "takings-backup-"));
  whole = path.join(parent, "whole");
  await makeOrganisation("http://127.0.0.1:9/hook", 20);
  await createBackup({ folder: whole, signal });
});
afterAll(() => rmSync(parent, { recursive: true, force: true }));
beforeEach(() => {
  folder = path.join(parent, `copy-${++copies}`);
  cpSync(whole, folder, { recursive: true });
});

const fileIn = (name: string) => path.join(folder, name);
const restore = () => restoreBackup({ folder, signal });

/** The encryption key of `secrets.json`, whatever the environment says. */
const keyOfFile = () => loadSettings({ DATA_DIR: process.env.DATA_DIR }).encryptionKey;

async function asOwner(statements: string, { ownerUrl } = database): Promise<void> {
  const sql = postgres(ownerUrl, { max: 1, onnotice: () => {} });
  await sql.unsafe(statements);
  await sql.end();
}

/** Changes one bit in the middle of a file; a file without bytes gets one. */
function alterByte(file: string): void {
  const bytes = readFileSync(file);
  const at = bytes.length >> 1;
  if (bytes.length === 0) appendFileSync(file, "x");
  else {
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    writeFileSync(file, bytes);
  }
}

/** Rewrites the manifest with a checksum that agrees. */
function rewriteManifest(change: (manifest: Record<string, unknown>) => void): void {
  const manifest = JSON.parse(readFileSync(fileIn("manifest.json"), "utf8"));
  change(manifest);
  const text = JSON.stringify(manifest);
  writeFileSync(fileIn("manifest.json"), text);
  const digest = createHash("sha256").update(text).digest("hex");
  writeFileSync(fileIn("manifest.json.sha256"), `${digest}  manifest.json\n`);
}

describe("a damaged backup", () => {
  test("is refused for one altered bit in any of its files", async () => {
    await withNewDatabase(async () => {
      for (const name of readdirSync(whole)) {
        const original = readFileSync(fileIn(name));
        alterByte(fileIn(name));
        await expect(restore(), name).rejects.toThrow(/damaged/);
        writeFileSync(fileIn(name), original);
      }
      expect(await readEverything()).toEqual(ofNewDatabase);
      // The same folder, unaltered again, is accepted.
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
    ["a missing file", () => rmSync(fileIn("payments.copy")), /payments.copy is missing/],
    ["a missing manifest", () => rmSync(fileIn("manifest.json")), /manifest.json is missing/],
    ["a missing checksum", () => rmSync(fileIn("manifest.json.sha256")), /sha256 is missing/],
    ["an extra file", () => writeFileSync(fileIn("notes.txt"), ""), /notes.txt does not belong/],
    [
      "a folder in place of a file",
      () => {
        rmSync(fileIn("payments.copy"));
        mkdirSync(fileIn("payments.copy"));
      },
      /payments.copy is not a file/,
    ],
    [
      "a link in place of a file",
      () => {
        rmSync(fileIn("payments.copy"));
        symlinkSync(path.join(whole, "payments.copy"), fileIn("payments.copy"));
      },
      /payments.copy is not a file/,
    ],
    [
      "a row that was taken out, whatever the manifest says of the file",
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
      expect(await readEverything()).toEqual(ofNewDatabase);
    });
  });

  test("is refused under the temporary name of one that was interrupted", async () => {
    const partial = `${folder}.partial-0123456789ab`;
    cpSync(whole, partial, { recursive: true });
    await withNewDatabase(async () => {
      await expect(restoreBackup({ folder: partial, signal })).rejects.toThrow(/interrupted/);
      expect(await readEverything()).toEqual(ofNewDatabase);
    });
  });
});

describe("a restore", () => {
  test("is refused where there are rows, and changes none of them", async () => {
    await withNewDatabase(async () => {
      await restore();
      const before = await readEverything();
      await expect(restore()).rejects.toThrow(/not empty: .*organisations/);
      expect(await readEverything()).toEqual(before);
    });
  });

  test("is refused for a backup of another schema, and names both", async () => {
    rewriteManifest((manifest) => {
      manifest.migrations = [{ tag: "0042_from_the_future", hash: "f".repeat(64) }];
    });
    await withNewDatabase(async () => {
      await expect(restore()).rejects.toThrow(
        /schema 0042_from_the_future .* Takings 0\d{3}_\w+\. Restore it with/,
      );
      expect(await readEverything()).toEqual(ofNewDatabase);
    });
  });

  test("is refused, before it writes, with another encryption key than the backup's, which it names", async () => {
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
        expect(await readEverything()).toEqual(ofNewDatabase);
        // The key of the backup as an old one is enough.
        process.env.ENCRYPTION_OLD_KEYS = assertDefined(keyOfFile(), "the first start made a key");
        expect((await restore()).differences).toEqual([]);
      } finally {
        delete process.env.ENCRYPTION_KEY;
        delete process.env.ENCRYPTION_OLD_KEYS;
      }
    });
  });

  test("is refused for a format that is not known", async () => {
    rewriteManifest((manifest) => {
      manifest.format = 2;
    });
    await withNewDatabase(() => expect(restore()).rejects.toThrow(/has format 2; .* reads format 1/));
  });

  test("is refused where a table has other columns than in the backup", async () => {
    await withNewDatabase(async (copy) => {
      await asOwner("alter table public.operators add column badge text", copy);
      await expect(restore()).rejects.toThrow(/different columns in operators/);
      expect(await readEverything()).toEqual(ofNewDatabase);
    });
  });

  test("that the server refuses half-way leaves nothing, ends with the server's words, and keeps row-level security", async () => {
    await withNewDatabase(async (copy) => {
      await asOwner("alter table public.transactions add constraint few check (number < 5)", copy);
      await expect(restore()).rejects.toThrow(/violates check constraint "few"/);
      expect(await readEverything()).toEqual(ofNewDatabase);
      const open = await systemDb().sql`
        select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
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
  const whatever = "create policy whole_house on public.extra to takings_system using (true);";

  test.each([
    ["may not read", policy(whatever), /extra: takings_system has no SELECT/],
    ["is shown no row of, for want of a policy", policy(grant), /extra: row-level security/],
    [
      "is shown some rows of",
      policy(`${grant} create policy partly on public.extra to takings_system using (id > 1);`),
      /extra: row-level security/,
    ],
    [
      "is shown fewer rows of by a restrictive policy",
      policy(`${grant} ${whatever} create policy less on public.extra as restrictive using (id > 1);`),
      /extra: row-level security/,
    ],
  ])(
    "is refused for a table that takings_system %s, and leaves nothing",
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

  test("is refused where the folder is not empty, and leaves what is in it", async () => {
    const names = readdirSync(folder);
    await expect(createBackup({ folder, signal })).rejects.toThrow(/not empty/);
    expect(readdirSync(folder)).toEqual(names);
    const empty = path.join(parent, "empty");
    mkdirSync(empty);
    await createBackup({ folder: empty, signal });
    expect(readdirSync(empty).length).toBe(names.length);
  });
});
