import { readFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { ownerTx } from "@/lib/db/client";

/** A migration that a database has run: its file name and the hash of its statements. */
export interface Migration {
  tag: string;
  hash: string;
}

const Journal = z.object({ entries: z.array(z.object({ when: z.number(), tag: z.string() })) });

/**
 * Lists the migrations that the database has run, in order; empty if it was never migrated. Databases with the same
 * migrations have the same schema.
 */
export async function listMigrations(): Promise<Migration[]> {
  const rows = await ownerTx(async ({ sql }) => {
    const [journal] = await sql`select where to_regclass('drizzle.__drizzle_migrations') is not null`;
    if (!journal) return [];
    return sql<{ hash: string; when: string }[]>`
      select hash, created_at::text as when from drizzle.__drizzle_migrations order by created_at, id`;
  });
  const text = await readFile(path.resolve("drizzle/migrations/meta/_journal.json"), "utf8");
  const { entries } = Journal.parse(JSON.parse(text));
  return rows.map(({ hash, when }) => ({
    hash,
    // A newer version of the service may have run it.
    tag: entries.find((entry) => String(entry.when) === when)?.tag ?? `unknown (${hash.slice(0, 8)})`,
  }));
}

/** Whether two lists contain the same migrations in the same order. */
export const isSameSchema = (one: readonly Migration[], other: readonly Migration[]) =>
  one.map(({ hash }) => hash).join() === other.map(({ hash }) => hash).join();

/** The name of a schema: its last migration. */
export const schemaVersion = (migrations: readonly Migration[]) => migrations.at(-1)?.tag ?? "none";
