import {
  decryptCredentials,
  findLiveConnection,
  isAvailable,
  type LiveConnection,
  type StoredCredentials,
} from "@/lib/bank";
import { Failure, invalid, notFound } from "@/lib/core/errors/errors";
import type { Id } from "@/lib/core/ids";
import { type Caller, findScope } from "@/lib/core/scope";
import { type Db, systemDb } from "@/lib/db/client";
import { env, PROVIDER_NAMES, type ProviderName } from "@/lib/env";

/** A connection of an organisation as stored. */
export interface ConnectionRow {
  id: Id<"bankConnection">;
  organisationId: Id<"organisation">;
  provider: ProviderName;
  isDefault: boolean;
  createdAt: Date;
  rotatedAt: Date | null;
  /** Encrypted. */
  credentials: string;
}

/** The columns of `ConnectionRow`. */
export const connectionColumns = ({ sql }: Db) =>
  sql`id, organisation_id, provider, is_default, created_at, rotated_at, credentials`;

/**
 * Throws `Failure("invalid_request")` where connections of organisations cannot exist: in the sandbox, which calls no bank,
 * and in a member's test mode.
 */
export function requireLiveMode(caller: Caller): void {
  if (env().bankMode === "sandbox")
    throw invalid("/provider", "Bank connections need BANK_MODE=live: the sandbox calls no bank.");
  if (findScope(caller)?.mode === "test")
    throw invalid("/provider", "Test mode is on: leave it to manage bank connections.");
}

/** Lists the banks at which an organisation can have a connection. */
export const listAvailableProviders = (): ProviderName[] => PROVIDER_NAMES.filter(isAvailable);

/** Parses the name of such a bank. Throws `Failure("invalid_request")`. */
export function requireAvailableProvider(text: string): ProviderName {
  const provider = listAvailableProviders().find((name) => name === text);
  if (provider) return provider;
  throw invalid("/provider", `provider must be one of ${listAvailableProviders().join(", ")}.`);
}

/** Locks an organisation's row until the SQL transaction ends: changes of its connections are made one at a time. */
export async function lockOrganisation({ sql }: Db, organisationId: Id<"organisation">): Promise<void> {
  await sql`select from organisations where id = ${organisationId} for update`;
}

/**
 * Returns a connection in the caller's organisation, or any organisation's for the command line. Throws
 * `Failure("not_found")` for another organisation's, the deployment's, a removed and an unknown one alike.
 */
export async function requireConnection(
  db: Db,
  caller: Caller,
  id: Id<"bankConnection">,
): Promise<ConnectionRow> {
  const { sql } = db;
  const scope = findScope(caller);
  const [found] = await sql<ConnectionRow[]>`
    select ${connectionColumns(db)} from bank_connections
    where id = ${id} and credentials is not null
      and ${scope ? sql`organisation_id = ${scope.organisationId}` : sql`true`}`;
  if (!found) throw notFound("bank connection");
  return found;
}

/** Decrypts the credentials of a connection. Throws `Failure("conflict")` if they are unreadable. */
export function requireCredentials(row: ConnectionRow): StoredCredentials {
  const stored = decryptCredentials(row, row.credentials);
  if (stored) return stored;
  throw new Failure("conflict", {
    detail:
      "The credentials of this connection cannot be decrypted with ENCRYPTION_KEY. Remove the connection and add it again.",
  });
}

/**
 * Returns a connection of the caller's organisation with its adapter and credentials, to call its bank. Throws
 * `Failure("not_found")` like `requireConnection`; `Failure("invalid_request")` in the sandbox and in test mode;
 * `Failure("conflict")` if its credentials are unreadable.
 */
export async function requireOwnConnection(
  caller: Caller,
  id: Id<"bankConnection">,
): Promise<LiveConnection> {
  const row = await requireConnection(systemDb(), caller, id);
  requireLiveMode(caller);
  const connection = await findLiveConnection(id);
  if (connection) return connection;
  requireCredentials(row);
  throw new Failure("conflict", { detail: `This service has no adapter for ${row.provider} any more.` });
}
