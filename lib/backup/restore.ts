import path from "node:path";
import { Failure } from "@/lib/core/errors/errors";
import { type Db, ownerTx } from "@/lib/db/client";
import { requireReadable } from "@/lib/encryption";
import { type Difference, verifyTotals } from "@/lib/reconciliation";
import { pauseSending } from "@/lib/webhooks";
import { copyIn, fixValueFormats } from "./copy";
import { damagedBackup, type Manifest, tableFile } from "./manifest";
import { isSameMeasure } from "./measure";
import { readBackup } from "./read";
import { forgetScheduledBackups } from "./schedule-state";
import { isSameSchema, listMigrations, schemaVersion } from "./schema-version";
import { type Sum, sumTransactions } from "./sums";
import { listTables, setSequence, sortByReferences, type Table } from "./tables";

/**
 * The rows that the migrations insert, as a condition for each table with such rows. A database that has no other
 * rows counts as new, and the backup's rows replace them.
 */
const MIGRATED_ROWS: Readonly<Record<string, string>> = { bank_connections: "organisation_id is null" };

interface RestoreRequest {
  folder: string;
  signal: AbortSignal;
  /** Called after each restored table. */
  onTable?: (table: { name: string; rows: number }) => void;
}

/** The result of a restore, including its verification. */
export interface Restoration {
  folder: string;
  takenAt: Date;
  schemaVersion: string;
  tables: number;
  rows: number;
  /** Sums of the restored transactions; equal to the snapshot's. */
  sums: Sum[];
  /** The result of `takings verify`. */
  sessions: number;
  differences: Difference[];
}

/**
 * Restores a backup into a migrated, empty database in one SQL transaction. Checks the complete backup before any
 * write, and compares the sums of its transactions before the commit. The same commit pauses webhook sending;
 * afterwards all totals are derived again. Throws `Failure("invalid_request")` if the backup is damaged or of another
 * schema, and `Failure("conflict")` if the settings lack a key that encrypts its secrets or the database has rows;
 * nothing is written then.
 */
export async function restoreBackup({ folder, signal, onTable }: RestoreRequest): Promise<Restoration> {
  const source = path.resolve(folder);
  const manifest = await readBackup(source, signal);
  const current = await listMigrations();
  if (!isSameSchema(manifest.migrations, current)) throw schemaMismatch(manifest, schemaVersion(current));
  requireReadable(manifest.encryption_keys, "The backup's secrets are");
  const sums = await ownerTx(async (db) => {
    const tables = sortByReferences(await listTables(db.sql));
    requireSameTables(manifest, tables);
    await disableRowSecurity(db, tables);
    await requireNew(db, tables);
    await deleteMigratedRows(db);
    await fixValueFormats(db.sql);
    for (const { name } of tables) {
      const restored = await restoreTable(db, manifest, { name, source, signal });
      onTable?.(restored);
    }
    for (const { name, last_value: lastValue, is_called: isCalled } of manifest.sequences)
      await setSequence(db.sql, { name, lastValue, isCalled });
    const sums = await requireSameSums(db, manifest);
    await forgetScheduledBackups(db.sql);
    await pauseSending(db.sql, { backupTakenAt: new Date(manifest.taken_at) });
    await forceRowSecurity(db, tables);
    return sums;
  });
  const verified = await verifyTotals({});
  return {
    folder: source,
    takenAt: new Date(manifest.taken_at),
    schemaVersion: schemaVersion(current),
    tables: manifest.tables.length,
    rows: manifest.tables.reduce((total, { rows }) => total + rows, 0),
    sums,
    ...verified,
  };
}

function schemaMismatch({ migrations }: Manifest, current: string): Failure {
  return new Failure("invalid_request", {
    detail:
      `The backup has the schema ${schemaVersion(migrations)} and this version of Takings ${current}. Restore it with ` +
      "the version that made it, and start the newer one afterwards. Nothing was restored.",
  });
}

/** Equal migrations give equal tables unless somebody changed the schema by other means. */
function requireSameTables(manifest: Manifest, tables: readonly Table[]): void {
  const shapes = (of: Pick<Table, "name" | "columns">[]) =>
    new Map(of.map(({ name, columns }) => [name, JSON.stringify(columns)]));
  const [theirs, ours] = [shapes(manifest.tables), shapes([...tables])];
  const names = [...new Set([...theirs.keys(), ...ours.keys()])];
  const different = names.filter((name) => theirs.get(name) !== ours.get(name));
  if (different.length === 0) return;
  throw new Failure("invalid_request", {
    detail: `The backup and the database have different columns in ${different.join(", ")}. Nothing was restored.`,
  });
}

/**
 * Disables row-level security for the owner until the end of the SQL transaction, because COPY cannot write to a
 * table with row-level security. Each table is locked against all other access until then.
 */
async function disableRowSecurity({ sql }: Db, tables: readonly Table[]): Promise<void> {
  for (const { name } of tables) await sql`alter table public.${sql(name)} no force row level security`;
}

async function forceRowSecurity({ sql }: Db, tables: readonly Table[]): Promise<void> {
  for (const { name, isForced } of tables) {
    // Otherwise the planner would treat the table as empty until the next automatic analyze.
    await sql`analyze public.${sql(name)}`;
    if (isForced) await sql`alter table public.${sql(name)} force row level security`;
  }
}

async function requireNew({ sql }: Db, tables: readonly Table[]): Promise<void> {
  const filled: string[] = [];
  for (const { name } of tables) {
    const condition = sql.unsafe(MIGRATED_ROWS[name] ?? "false");
    const rows = await sql`select from public.${sql(name)} where not (${condition}) limit 1`;
    if (rows.length > 0) filled.push(name);
  }
  if (filled.length === 0) return;
  throw new Failure("conflict", {
    detail:
      `The database is not empty: there are rows in ${filled.join(", ")}. A backup is restored into a new database ` +
      "only. Nothing was changed.",
  });
}

async function deleteMigratedRows({ sql }: Db): Promise<void> {
  for (const [name, condition] of Object.entries(MIGRATED_ROWS))
    await sql`delete from public.${sql(name)} where ${sql.unsafe(condition)}`;
}

async function restoreTable(
  { sql }: Db,
  manifest: Manifest,
  { name, source, signal }: { name: string; source: string; signal: AbortSignal },
): Promise<{ name: string; rows: number }> {
  const table = manifest.tables.find((one) => one.name === name);
  if (!table) throw damagedBackup(`${name} is not in it`);
  const measure = await copyIn(sql, table, { file: path.join(source, tableFile(name)), signal });
  // The file may have changed since it was checked.
  if (!isSameMeasure(measure, table)) throw damagedBackup(`${tableFile(name)} changed while it was read`);
  return { name, rows: measure.rows };
}

async function requireSameSums({ sql }: Db, manifest: Manifest): Promise<Sum[]> {
  const sums = await sumTransactions(sql);
  const restored = sums.map(({ kobo, ...sum }) => ({ ...sum, kobo: String(kobo) }));
  const lines = (of: Manifest["sums"]) =>
    of.map(({ mode, status, count, kobo }) => `${mode} ${status} ${count} ${kobo}`).join(", ");
  if (lines(restored) === lines(manifest.sums)) return sums;
  throw damagedBackup(`its transactions add up to ${lines(restored)} instead of ${lines(manifest.sums)}`);
}
