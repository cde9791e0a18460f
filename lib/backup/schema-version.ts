import { readFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { type Db, ownerTx, systemTx } from "@/lib/db/client";

/** A migration that a database has run: its file name and the hash of its statements. */
export interface Migration {
  tag: string;
  hash: string;
}

const Journal = z.object({ entries: z.array(z.object({ when: z.number(), tag: z.string() })) });

/**
 * Lists the migrations that the database has run, in order; empty if it was never migrated. Databases with the same
 * migrations have the same schema. Reads as `takings_system`, because the running service has no login of the owner; in a
 * database without that grant, from before it or never migrated, as the owner.
 */
export async function listMigrations(): Promise<Migration[]> {
  const rows = (await systemTx(readJournal)) ?? (await ownerTx(readJournal)) ?? [];
  const text = await readFile(path.resolve("drizzle/migrations/meta/_journal.json"), "utf8");
  const { entries } = Journal.parse(JSON.parse(text));
  return rows.map(({ hash, when }) => ({
    hash,
    // A newer version of the service may have run it.
    tag: entries.find((entry) => String(entry.when) === when)?.tag ?? `unknown (${hash.slice(0, 8)})`,
  }));
}

/** Reads the journal of the migrations; undefined if there is none, or if the role may not read it. */
async function readJournal({ sql }: Db): Promise<{ hash: string; when: string }[] | undefined> {
  const [journal] = await sql`
    select from pg_class where relnamespace = to_regnamespace('drizzle') and relname = '__drizzle_migrations'
      and has_schema_privilege(relnamespace, 'usage') and has_table_privilege(oid, 'select')`;
  if (!journal) return undefined;
  return sql<{ hash: string; when: string }[]>`
    select hash, created_at::text as when from drizzle.__drizzle_migrations order by created_at, id`;
}

/** Whether two lists contain the same migrations in the same order. */
export const isSameSchema = (one: readonly Migration[], other: readonly Migration[]) =>
  one.map(({ hash }) => hash).join() === other.map(({ hash }) => hash).join();

/** The name of a schema: its last migration. */
export const schemaVersion = (migrations: readonly Migration[]) => migrations.at(-1)?.tag ?? "none";
