import path from "node:path";
import { assertDefined } from "@/lib/core/assert";
import { Failure } from "@/lib/core/errors";
import { type Db, unlimitedSnapshot } from "@/lib/db/client";
import { listKeyUses } from "@/lib/encryption";
import { copyOut, fixValueForms } from "./copy";
import { writeFolder } from "./folder";
import { fileOf, type Manifest, writeManifest } from "./manifest";
import { isSameSchema, listMigrations, schemaVersion } from "./schema-version";
import { type Sum, sumTransactions } from "./sums";
import { listSequences, listTables, requireReadable, type Table } from "./tables";

interface BackupRequest {
  /** Where the backup will be; does not exist yet, or is empty. */
  folder: string;
  signal: AbortSignal;
  /** Called when a table has been copied. */
  onTable?: (table: { name: string; rows: number }) => void;
}

/** What a backup holds. */
export interface Backup {
  folder: string;
  takenAt: Date;
  schemaVersion: string;
  tables: number;
  rows: number;
  bytes: number;
  sums: Sum[];
}

/**
 * Backs the database up into a new folder, every table in one snapshot, while the service runs. The folder gets its
 * name when everything is on the disk. Throws `Failure("conflict")` where the folder is not empty or a table cannot
 * be read whole; nothing is left behind then.
 */
export async function createBackup({ folder, signal, onTable }: BackupRequest): Promise<Backup> {
  const target = path.resolve(folder);
  return writeFolder(target, async (partial) => {
    const migrations = await listMigrations();
    const { manifest, sums } = await unlimitedSnapshot(async (db) => {
      const tables = await lockTables(db);
      if (!isSameSchema(migrations, await listMigrations()))
        throw new Failure("conflict", {
          detail: "The database was migrated meanwhile. Start the backup again.",
        });
      return copyAll(db, tables, { partial, signal, onTable });
    });
    await writeManifest(partial, { ...manifest, migrations: nonEmpty(migrations) });
    const total = (of: (table: Manifest["tables"][number]) => number) =>
      manifest.tables.reduce((sum, table) => sum + of(table), 0);
    return {
      folder: target,
      takenAt: new Date(manifest.taken_at),
      schemaVersion: schemaVersion(migrations),
      tables: manifest.tables.length,
      rows: total(({ rows }) => rows),
      bytes: total(({ bytes }) => bytes),
      sums,
    };
  });
}

/** Lists the tables, requires that all are readable, and locks them against DDL until the snapshot ends. */
async function lockTables({ sql }: Db): Promise<Table[]> {
  const tables = await listTables(sql);
  requireReadable(tables);
  for (const { name } of tables) await sql`lock table public.${sql(name)} in access share mode`;
  return tables;
}

async function copyAll(
  { sql }: Db,
  tables: Table[],
  given: Omit<BackupRequest, "folder"> & { partial: string },
) {
  const { partial, signal, onTable } = given;
  await fixValueForms(sql);
  const [moment] = await sql<{ takenAt: Date; postgresql: string }[]>`
    select clock_timestamp() as "takenAt", current_setting('server_version') as postgresql`;
  const { takenAt, postgresql } = assertDefined(moment, "a select without a table answers one row");
  const files: Manifest["tables"][number][] = [];
  for (const { name, columns } of tables) {
    const measure = await copyOut(sql, { name, columns }, { file: path.join(partial, fileOf(name)), signal });
    files.push({ name, columns, ...measure });
    onTable?.({ name, rows: measure.rows });
  }
  const sums = await sumTransactions(sql);
  const sequences = await listSequences(sql);
  const keyUses = await listKeyUses(sql);
  return {
    sums,
    manifest: {
      taken_at: takenAt.toISOString(),
      postgresql,
      encryption_keys: keyUses.flatMap(({ keyId }) => keyId ?? []).sort(),
      tables: nonEmpty(files),
      sequences: sequences.map(({ name, lastValue, isCalled }) => ({
        name,
        last_value: lastValue,
        is_called: isCalled,
      })),
      sums: sums.map(({ kobo, ...sum }) => ({ ...sum, kobo: String(kobo) })),
    },
  };
}

/** A list that has an element: a migrated database has tables and migrations. */
function nonEmpty<T>([first, ...rest]: T[]): [T, ...T[]] {
  return [assertDefined(first, "a migrated database has one"), ...rest];
}
