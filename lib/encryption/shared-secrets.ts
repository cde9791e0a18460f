import { type Db, systemDb } from "@/lib/db/client";
import type { RowOf } from "@/lib/db/rows";
import type { sharedSecrets } from "@/lib/db/schema";
import { decrypt, encrypt, readableKeyIds } from "@/lib/security/encryption";

/** Secrets by the name of their setting. */
export type NamedSecrets = Record<string, string>;

type Row = RowOf<typeof sharedSecrets, "name" | "secret">;

const contextOf = (name: string) => `shared_secrets.secret:${name}`;
const keyIdOf = ({ secret }: Row) => secret.split(".")[1] ?? "";

const readRows = ({ sql }: Db, names: readonly string[]) =>
  sql<Row[]>`select name, secret from shared_secrets where name = any(${[...names]}) order by name`;

/**
 * Stores those of the secrets whose name the database does not have yet, and returns the database's for every name: processes
 * that start together all get those of the first commit. Returns `{ unreadableKeyId }` without a change if the database's are
 * encrypted with a key that this process does not have.
 */
export async function shareSecrets(
  secrets: NamedSecrets,
): Promise<{ shared: NamedSecrets } | { unreadableKeyId: string }> {
  const db = systemDb();
  const names = Object.keys(secrets);
  const known = await readRows(db, names);
  const missing = names.filter((name) => !known.some((row) => row.name === name));
  const unreadable = findUnreadable(known);
  if (unreadable) return { unreadableKeyId: keyIdOf(unreadable) };
  if (missing.length === 0) return { shared: decryptRows(known) };
  // In the order of their names, so that of two processes one waits for the other's commit at the first row.
  await db.sql`
    insert into shared_secrets (name, secret)
    select name, secret from json_to_recordset(${JSON.stringify(encryptAll(secrets, missing))}::json) as given (name text, secret text)
    order by name on conflict (name) do nothing`;
  const rows = await readRows(db, names);
  const theirs = findUnreadable(rows);
  return theirs ? { unreadableKeyId: keyIdOf(theirs) } : { shared: decryptRows(rows) };
}

/** Replaces the database's secrets by these where they differ or cannot be decrypted. */
export async function replaceSharedSecrets(secrets: NamedSecrets): Promise<void> {
  const db = systemDb();
  const rows = await readRows(db, Object.keys(secrets));
  const known = decryptRows(rows.filter((row) => findUnreadable([row]) === undefined));
  const changed = Object.keys(secrets).filter((name) => known[name] !== secrets[name]);
  if (changed.length === 0) return;
  await db.sql`
    insert into shared_secrets (name, secret)
    select name, secret from json_to_recordset(${JSON.stringify(encryptAll(secrets, changed))}::json) as given (name text, secret text)
    order by name on conflict (name) do update set secret = excluded.secret`;
}

const findUnreadable = (rows: readonly Row[]) => {
  const readable = readableKeyIds();
  return rows.find((row) => !readable.includes(keyIdOf(row)));
};

const decryptRows = (rows: readonly Row[]): NamedSecrets =>
  Object.fromEntries(rows.map(({ name, secret }) => [name, decrypt(secret, contextOf(name))]));

const encryptAll = (secrets: NamedSecrets, names: readonly string[]): Row[] =>
  names.map((name) => ({ name, secret: encrypt(secrets[name] ?? "", contextOf(name)) }));
