import { Failure } from "@/lib/core/errors";
import { type Db, longRunningTx, systemDb } from "@/lib/db/client";
import { decrypt, ENCRYPTED_FORM, encrypt, encryptionKeyId, readableKeyIds } from "@/lib/security/encryption";
import { contextOf, ENCRYPTED_COLUMNS, type EncryptedColumn } from "./columns";

type Sql = Db["sql"];

/** How many stored secrets one key encrypts; the key's id is null for those in plain text. */
interface KeyUse {
  keyId: string | null;
  count: number;
}

/** How the stored secrets are encrypted: how many with `ENCRYPTION_KEY`, with an old key, with no known key, or not. */
export interface StoredSecrets {
  current: number;
  old: number;
  unreadable: number;
  plain: number;
}

/** Lists which keys encrypt the stored secrets, as a SQL transaction sees them. */
export async function listKeyUses(sql: Sql = systemDb().sql): Promise<KeyUse[]> {
  const counts = new Map<string | null, number>();
  for (const { table, column } of ENCRYPTED_COLUMNS) {
    const uses = await sql<KeyUse[]>`
      select case when ${sql(column)} ~ ${ENCRYPTED_FORM} then split_part(${sql(column)}, '.', 2) end as "keyId",
        count(*)::int as count
      from ${sql(table)} where ${sql(column)} is not null group by 1`;
    for (const { keyId, count } of uses) counts.set(keyId, (counts.get(keyId) ?? 0) + count);
  }
  return [...counts].map(([keyId, count]) => ({ keyId, count }));
}

/** Counts the stored secrets by what reads them. */
export async function countStoredSecrets(): Promise<StoredSecrets> {
  const current = encryptionKeyId();
  const readable = readableKeyIds();
  const counts: StoredSecrets = { current: 0, old: 0, unreadable: 0, plain: 0 };
  for (const { keyId, count } of await listKeyUses()) {
    if (keyId === null) counts.plain += count;
    else if (keyId === current) counts.current += count;
    else counts[readable.includes(keyId) ? "old" : "unreadable"] += count;
  }
  return counts;
}

/**
 * Encrypts the secrets that an earlier version stored in plain text, all in one SQL transaction on a connection of its own:
 * a start that ends here leaves none open. Safe to run again, and from several processes at once. Returns how many there
 * were.
 */
export async function encryptPlainSecrets(): Promise<number> {
  return longRunningTx(async ({ sql }) => {
    let count = 0;
    for (const column of ENCRYPTED_COLUMNS) {
      const rows = await lockValues(sql, column, sql`${sql(column.column)} !~ ${ENCRYPTED_FORM}`);
      count += await writeValues(sql, column, rows, ({ value }) => value);
    }
    return count;
  });
}

/**
 * Encrypts every stored secret with `ENCRYPTION_KEY` that another key encrypts, all in one SQL transaction, while the
 * service runs. Returns how many there were. Throws `Failure("conflict")` where one is encrypted with a key that is
 * neither `ENCRYPTION_KEY` nor in `ENCRYPTION_OLD_KEYS`; nothing is changed then.
 */
export async function reencryptSecrets(): Promise<number> {
  requireReadable((await listKeyUses()).flatMap(({ keyId }) => keyId ?? []));
  const current = encryptionKeyId();
  return longRunningTx(async ({ sql }) => {
    let count = 0;
    for (const column of ENCRYPTED_COLUMNS) {
      const rows = await lockValues(
        sql,
        column,
        sql`split_part(${sql(column.column)}, '.', 2) <> ${current}`,
      );
      count += await writeValues(sql, column, rows, ({ value, owner }) =>
        decrypt(value, contextOf(column, owner)),
      );
    }
    return count;
  });
}

/** Throws `Failure("conflict")` naming each key that the settings do not hold. */
export function requireReadable(keyIds: readonly string[], what = "The database's secrets are"): void {
  const readable = readableKeyIds();
  const missing = [...new Set(keyIds)].filter((id) => !readable.includes(id));
  if (missing.length === 0) return;
  throw new Failure("conflict", {
    detail:
      `${what} encrypted with ${missing.length === 1 ? "the key" : "the keys"} ${missing.join(", ")}, and ENCRYPTION_KEY is ` +
      `${encryptionKeyId()}. Set ENCRYPTION_KEY, or one of ENCRYPTION_OLD_KEYS, to the key that encrypted them. ` +
      "Nothing was changed.",
  });
}

interface Value {
  key: string;
  owner: string;
  value: string;
}

const lockValues = (sql: Sql, { table, column, key, owner }: EncryptedColumn, where: ReturnType<Sql>) =>
  sql<Value[]>`
    select ${sql(key)} as key, ${sql(owner)} as owner, ${sql(column)} as value from ${sql(table)}
    where ${sql(column)} is not null and ${where} for update`;

async function writeValues(
  sql: Sql,
  column: EncryptedColumn,
  rows: readonly Value[],
  plaintextOf: (row: Value) => string,
): Promise<number> {
  const written = rows.map((row) => ({
    key: row.key,
    value: encrypt(plaintextOf(row), contextOf(column, row.owner)),
  }));
  await sql`
    update ${sql(column.table)} t set ${sql(column.column)} = written.value
    from json_to_recordset(${JSON.stringify(written)}::json) as written (key text, value text)
    where t.${sql(column.key)} = written.key`;
  return rows.length;
}
