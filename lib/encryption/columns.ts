/** A column of encrypted values (`lib/security/encryption.ts`). */
export interface EncryptedColumn {
  table: string;
  column: string;
  /** The table's primary key. */
  key: string;
  /** The column whose value the context of the encryption ends with. */
  owner: string;
}

/**
 * Every column that holds a secret which has to be read again. Secrets that are only compared are stored as hashes and
 * are not listed.
 */
export const ENCRYPTED_COLUMNS: readonly EncryptedColumn[] = [
  { table: "signing_secrets", column: "secret", key: "id", owner: "organisation_id" },
  { table: "second_factors", column: "secret", key: "person_id", owner: "bound_to" },
];

/** The context that a value was encrypted for. */
export const contextOf = ({ table, column }: EncryptedColumn, owner: string) => `${table}.${column}:${owner}`;
