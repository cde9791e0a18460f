import path from "node:path";
import { assertDefined } from "@/lib/core/errors/assert";
import { Failure } from "@/lib/core/errors/errors";
import { type Db, unlimitedSnapshot } from "@/lib/db/client";
import { listKeyUses } from "@/lib/encryption";
import { copyOut, fixValueFormats } from "./copy";
import { writeFolder } from "./folder";
import { type Manifest, tableFile, writeManifest } from "./manifest";
import { isSameSchema, listMigrations, schemaVersion } from "./schema-version";
import { type Sum, sumTransactions } from "./sums";
import { listSequences, listTables, requireReadable, type Table } from "./tables";

interface BackupRequest {
  /** The target folder; must not exist yet, or must be empty. */
  folder: string;
  signal: AbortSignal;
  /** The id of the deployment, for a scheduled backup. */
  deployment?: string;
  /** Called after each copied table. */
  onTable?: (table: { name: string; rows: number }) => void;
}

/** The result of a backup. */
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
 * Backs up the database into a new folder while the service runs; all tables are read in one snapshot. The folder
 * gets its final name after everything is flushed to disk. Throws `Failure("conflict")` if the folder is not empty or
 * a table cannot be read completely, and leaves no files then.
 */
export async function createBackup({ folder, signal, deployment, onTable }: BackupRequest): Promise<Backup> {
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
    await writeManifest(partial, { ...manifest, deployment, migrations: nonEmpty(migrations) });
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

/** Lists the tables, checks that all are readable, and locks them against DDL until the snapshot ends. */
async function lockTables({ sql }: Db): Promise<Table[]> {
  const tables = await listTables(sql);
  requireReadable(tables);
  for (const { name } of tables) await sql`lock table public.${sql(name)} in access share mode`;
  return tables;
}

async function copyAll(
  { sql }: Db,
  tables: Table[],
  options: Pick<BackupRequest, "signal" | "onTable"> & { partial: string },
) {
  const { partial, signal, onTable } = options;
  await fixValueFormats(sql);
  const [snapshotRow] = await sql<{ takenAt: Date; postgresql: string }[]>`
    select clock_timestamp() as taken_at, current_setting('server_version') as postgresql`;
  const { takenAt, postgresql } = assertDefined(snapshotRow, "a select without a table returns one row");
  const files: Manifest["tables"][number][] = [];
  for (const { name, columns } of tables) {
    const measure = await copyOut(
      sql,
      { name, columns },
      { file: path.join(partial, tableFile(name)), signal },
    );
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

/** Asserts that a list has an element: a migrated database has tables and migrations. */
function nonEmpty<T>([first, ...rest]: T[]): [T, ...T[]] {
  return [assertDefined(first, "a migrated database has one"), ...rest];
}
