import { Failure } from "@/lib/core/errors/errors";
import { type Db, longRunningTx, systemDb } from "@/lib/db/client";
import { decrypt, encrypt, encryptionKeyId, readableKeyIds } from "@/lib/security/encryption";
import { ENCRYPTED_COLUMNS, type EncryptedColumn, encryptionContext } from "./columns";

type Sql = Db["sql"];

/** The number of stored secrets encrypted with one key. */
interface KeyUse {
  keyId: string;
  count: number;
}

/** The numbers of stored secrets encrypted with `ENCRYPTION_KEY`, with an old key, and with an unknown key. */
export interface StoredSecrets {
  current: number;
  old: number;
  unreadable: number;
}

/** Lists the keys that encrypt the stored secrets, with the number of secrets of each. */
export async function listKeyUses(sql: Sql = systemDb().sql): Promise<KeyUse[]> {
  const counts = new Map<string, number>();
  for (const { table, column } of ENCRYPTED_COLUMNS) {
    const uses = await sql<KeyUse[]>`
      select split_part(${sql(column)}, '.', 2) as key_id, count(*)::int as count
      from ${sql(table)} where ${sql(column)} is not null group by 1`;
    for (const { keyId, count } of uses) counts.set(keyId, (counts.get(keyId) ?? 0) + count);
  }
  return [...counts].map(([keyId, count]) => ({ keyId, count }));
}

/** Counts the stored secrets by how they are encrypted. */
export async function countStoredSecrets(): Promise<StoredSecrets> {
  const current = encryptionKeyId();
  const readable = readableKeyIds();
  const counts: StoredSecrets = { current: 0, old: 0, unreadable: 0 };
  for (const { keyId, count } of await listKeyUses()) {
    if (keyId === current) counts.current += count;
    else counts[readable.includes(keyId) ? "old" : "unreadable"] += count;
  }
  return counts;
}

/**
 * Re-encrypts all stored secrets of other keys with `ENCRYPTION_KEY`, in one SQL transaction, while the service runs.
 * Returns their number. Throws `Failure("conflict")`, without changes, if a secret's key is neither `ENCRYPTION_KEY`
 * nor in `ENCRYPTION_OLD_KEYS`.
 */
export async function reencryptSecrets(): Promise<number> {
  requireReadable((await listKeyUses()).map(({ keyId }) => keyId));
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
        decrypt(value, encryptionContext(column, owner)),
      );
    }
    return count;
  });
}

/** Throws `Failure("conflict")` that lists the keys missing from the settings. */
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

interface StoredValue {
  key: string;
  owner: string;
  value: string;
}

const lockValues = (sql: Sql, { table, column, key, owner }: EncryptedColumn, where: ReturnType<Sql>) =>
  sql<StoredValue[]>`
    select ${sql(key)} as key, ${sql(owner)} as owner, ${sql(column)} as value from ${sql(table)}
    where ${sql(column)} is not null and ${where} for update`;

async function writeValues(
  sql: Sql,
  column: EncryptedColumn,
  rows: readonly StoredValue[],
  plaintextOf: (row: StoredValue) => string,
): Promise<number> {
  const written = rows.map((row) => ({
    key: row.key,
    value: encrypt(plaintextOf(row), encryptionContext(column, row.owner)),
  }));
  await sql`
    update ${sql(column.table)} t set ${sql(column.column)} = written.value
    from json_to_recordset(${JSON.stringify(written)}::json) as written (key text, value text)
    where t.${sql(column.key)} = written.key`;
  return rows.length;
}
