/** A column with encrypted values (`lib/security/encryption.ts`). */
export interface EncryptedColumn {
  table: string;
  column: string;
  /** The table's primary key. */
  key: string;
  /** The column whose value is the last part of the encryption context. */
  owner: string;
}

/**
 * All columns with secrets that must be decrypted again. Secrets that are only compared are stored as hashes and not
 * listed.
 */
export const ENCRYPTED_COLUMNS: readonly EncryptedColumn[] = [
  { table: "signing_secrets", column: "secret", key: "id", owner: "organisation_id" },
  { table: "webhook_endpoints", column: "headers", key: "id", owner: "id" },
  { table: "bank_connections", column: "credentials", key: "id", owner: "id" },
  { table: "second_factors", column: "secret", key: "person_id", owner: "bound_to" },
  { table: "alert_webhooks", column: "secret", key: "organisation_id", owner: "organisation_id" },
  { table: "push_subscriptions", column: "subscription", key: "id", owner: "id" },
  { table: "shared_secrets", column: "secret", key: "name", owner: "name" },
  { table: "payment_pages", column: "token", key: "id", owner: "id" },
];

/** Returns the encryption context of a value. */
export const encryptionContext = ({ table, column }: EncryptedColumn, owner: string) =>
  `${table}.${column}:${owner}`;
