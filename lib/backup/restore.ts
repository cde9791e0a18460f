import path from "node:path";
import { Failure } from "@/lib/core/errors";
import { type Db, ownerTx } from "@/lib/db/client";
import { requireReadable } from "@/lib/encryption";
import { type Difference, verifyTotals } from "@/lib/reconciliation";
import { pauseSending } from "@/lib/webhooks";
import { copyIn, fixValueForms } from "./copy";
import { damaged, fileOf, type Manifest } from "./manifest";
import { isSameMeasure } from "./measure";
import { readBackup } from "./read";
import { isSameSchema, listMigrations, schemaVersion } from "./schema-version";
import { type Sum, sumTransactions } from "./sums";
import { inOrderOfReference, listTables, setSequence, type Table } from "./tables";

/**
 * The rows that the migrations insert, as a condition for each table that has any. A database with no other rows is
 * new, and the rows of the backup replace them.
 */
const MIGRATED_ROWS: Readonly<Record<string, string>> = { bank_connections: "organisation_id is null" };

interface RestoreRequest {
  folder: string;
  signal: AbortSignal;
  /** Called when a table has been written. */
  onTable?: (table: { name: string; rows: number }) => void;
}

/** What was restored, with the result of its verification. */
export interface Restoration {
  folder: string;
  takenAt: Date;
  schemaVersion: string;
  tables: number;
  rows: number;
  /** Of the restored transactions; the same as those of the snapshot. */
  sums: Sum[];
  /** What `takings verify` finds. */
  sessions: number;
  differences: Difference[];
}

/**
 * Restores a backup into the database, which is migrated and empty, in one SQL transaction: all of it, or nothing. The
 * whole backup is checked before anything is written, and the sums of its transactions are compared before the commit.
 * From the same commit on the sending of events is paused. Afterwards every total is derived again. Throws
 * `Failure("invalid_request")` for a backup that is damaged or of another schema, and `Failure("conflict")` where the
 * settings do not hold the keys that encrypt its secrets or the database holds rows; nothing is written then.
 */
export async function restoreBackup({ folder, signal, onTable }: RestoreRequest): Promise<Restoration> {
  const source = path.resolve(folder);
  const manifest = await readBackup(source, signal);
  const current = await listMigrations();
  if (!isSameSchema(manifest.migrations, current)) throw otherSchema(manifest, schemaVersion(current));
  requireReadable(manifest.encryption_keys, "The backup's secrets are");
  const sums = await ownerTx(async (db) => {
    const tables = inOrderOfReference(await listTables(db.sql));
    requireSameTables(manifest, tables);
    await liftRowSecurity(db, tables);
    await requireNew(db, tables);
    await deleteMigratedRows(db);
    await fixValueForms(db.sql);
    for (const { name } of tables) {
      const restored = await restoreTable(db, manifest, { name, source, signal });
      onTable?.(restored);
    }
    for (const { name, last_value: lastValue, is_called: isCalled } of manifest.sequences)
      await setSequence(db.sql, { name, lastValue, isCalled });
    const sums = await requireSameSums(db, manifest);
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

function otherSchema({ migrations }: Manifest, current: string): Failure {
  return new Failure("invalid_request", {
    detail:
      `The backup has the schema ${schemaVersion(migrations)} and this version of Takings ${current}. Restore it with ` +
      "the version that made it, and start the newer one afterwards. Nothing was restored.",
  });
}

/** The same migrations give the same tables, unless they were changed by other means. */
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
 * Lets the owner write the tables, until the end of the SQL transaction: COPY writes no table under row-level security.
 * Until then each is locked against every other access.
 */
async function liftRowSecurity({ sql }: Db, tables: readonly Table[]): Promise<void> {
  for (const { name } of tables) await sql`alter table public.${sql(name)} no force row level security`;
}

async function forceRowSecurity({ sql }: Db, tables: readonly Table[]): Promise<void> {
  for (const { name, isForced } of tables) {
    // The planner would otherwise take the table for empty until the next automatic analyze.
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
  if (!table) throw damaged(`${name} is not in it`);
  const measure = await copyIn(sql, table, { file: path.join(source, fileOf(name)), signal });
  // It may have been changed since it was checked.
  if (!isSameMeasure(measure, table)) throw damaged(`${fileOf(name)} changed while it was read`);
  return { name, rows: measure.rows };
}

async function requireSameSums({ sql }: Db, manifest: Manifest): Promise<Sum[]> {
  const sums = await sumTransactions(sql);
  const restored = sums.map(({ kobo, ...sum }) => ({ ...sum, kobo: String(kobo) }));
  const lines = (of: Manifest["sums"]) =>
    of.map(({ mode, status, count, kobo }) => `${mode} ${status} ${count} ${kobo}`).join(", ");
  if (lines(restored) === lines(manifest.sums)) return sums;
  throw damaged(`its transactions add up to ${lines(restored)} instead of ${lines(manifest.sums)}`);
}
