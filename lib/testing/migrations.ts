import { cpSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";

const MIGRATIONS = path.resolve(import.meta.dirname, "../../drizzle/migrations");

/** A folder of the migrations up to and with this one, for `migrate` to stop there. Throws where there is no such one. */
export function migrationsUpTo(tag: string): string {
  const journal = JSON.parse(readFileSync(path.join(MIGRATIONS, "meta/_journal.json"), "utf8"));
  const last = journal.entries.findIndex((entry: { tag: string }) => entry.tag === tag);
  if (last < 0) throw new Error(`There is no migration ${tag}`);
  journal.entries = journal.entries.slice(0, last + 1);
  const folder = mkdtempSync(path.join(os.tmpdir(), "takings-migrations-"));
  for (const { tag: name } of journal.entries)
    cpSync(path.join(MIGRATIONS, `${name}.sql`), path.join(folder, `${name}.sql`));
  mkdirSync(path.join(folder, "meta"));
  writeFileSync(path.join(folder, "meta/_journal.json"), JSON.stringify(journal));
  return folder;
}
