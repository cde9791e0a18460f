import type { Id } from "@/lib/core/ids";
import { systemDb } from "@/lib/db/client";
import { env, type ProviderName } from "@/lib/env";
import type { Provider, ProviderContext } from "../provider";
import { bankUnavailable } from "../refusals";
import { getProvider, requestContext } from "../registry";
import { type CredentialsOwner, decryptCredentials, verifyingSecretsOf } from "./credentials";

/** A connection of an organisation with its decrypted credentials. */
export interface StoredConnection {
  id: Id<"bankConnection">;
  organisationId: Id<"organisation">;
  provider: Provider;
  context: ProviderContext;
  /** The secrets that verify its notifications now. */
  secrets: string[];
}

type Row = CredentialsOwner & { credentials: string };

/** Returns an organisation's connection; `undefined` if it is unknown, removed or unreadable. */
export async function findStoredConnection(id: Id<"bankConnection">): Promise<StoredConnection | undefined> {
  const [row] = await systemDb().sql<Row[]>`
    select id, organisation_id, provider, credentials from bank_connections
    where id = ${id} and credentials is not null`;
  return row && toConnection(row);
}

/** Lists the connections of all organisations, oldest first, without unreadable ones. */
export async function listStoredConnections(): Promise<StoredConnection[]> {
  const rows = await systemDb().sql<Row[]>`
    select id, organisation_id, provider, credentials from bank_connections
    where credentials is not null order by id`;
  return rows.flatMap((row) => toConnection(row) ?? []);
}

/**
 * Returns the connection at which an organisation's new live sessions get their account; `undefined` if it has none. Throws
 * `Failure("unavailable")` if it is unreadable: its accounts must not be opened elsewhere instead.
 */
export async function findDefaultConnection(
  organisationId: Id<"organisation">,
): Promise<StoredConnection | undefined> {
  const [row] = await systemDb().sql<Row[]>`
    select id, organisation_id, provider, credentials from bank_connections
    where organisation_id = ${organisationId} and is_default`;
  if (!row) return undefined;
  const connection = toConnection(row);
  if (!connection) throw bankUnavailable(`the default bank connection ${row.id} is unreadable`);
  return connection;
}

function toConnection(row: Row): StoredConnection | undefined {
  const stored = isAvailable(row.provider) ? decryptCredentials(row, row.credentials) : undefined;
  if (!stored) return undefined;
  const { id, organisationId, provider: name } = row;
  return {
    id,
    organisationId,
    provider: getProvider(name),
    context: requestContext(name, stored.credentials),
    secrets: verifyingSecretsOf(name, stored),
  };
}

/** Whether organisations can have connections at a bank: `custom` needs the file that describes it. */
export function isAvailable(provider: ProviderName): boolean {
  return provider !== "custom" || env().customBankAdapter !== undefined;
}
