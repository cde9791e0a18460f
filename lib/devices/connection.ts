import {
  configuredProviders,
  deploymentConnection,
  getProvider,
  isOrganisationsConnection,
  SANDBOX_CONNECTION,
} from "@/lib/bank";
import { invalid } from "@/lib/core/errors/errors";
import type { Id } from "@/lib/core/ids";
import type { Db } from "@/lib/db/client";
import { PROVIDER_NAMES, type ProviderName } from "@/lib/env";
import type { Owner } from "./identity";

const hasTerminals = (name: ProviderName) => getProvider(name).channels.includes("pos");

/**
 * Returns the connections at which an organisation's devices can be, by bank: in live mode its own connection, where it has
 * one, else the deployment's.
 */
async function listConnections(
  { sql }: Db,
  { mode, organisationId }: Owner,
): Promise<Map<ProviderName, Id<"bankConnection">>> {
  const configured = configuredProviders().map(({ name }) => [name, deploymentConnection(name)] as const);
  const own =
    mode === "test"
      ? []
      : await sql<{ id: Id<"bankConnection">; provider: ProviderName }[]>`
          select id, provider from bank_connections
          where organisation_id = ${organisationId} and removed_at is null order by id`;
  const all = new Map([...configured, ...own.map(({ id, provider }) => [provider, id] as const)]);
  return new Map([...all].filter(([name]) => hasTerminals(name)));
}

/**
 * Returns the connection whose notifications may name a device: that of the given bank; without one, in test mode the
 * sandbox connection, which stands for every bank, and in live mode that of the only bank with terminals. An organisation
 * with its own connection to a bank has its devices there. Throws `Failure("invalid_request")` if none is given and several
 * banks have terminals, or the organisation cannot use the given bank or it has no terminals.
 */
export async function deviceConnection(
  db: Db,
  owner: Owner,
  provider?: ProviderName,
): Promise<Id<"bankConnection">> {
  const connections = await listConnections(db, owner);
  const names = [...connections.keys()].join(", ");
  if (provider) {
    const given = connections.get(provider);
    if (given) return given;
    throw invalid("/provider", `provider must be a configured bank that has terminals: ${names}.`);
  }
  if (owner.mode === "test") return SANDBOX_CONNECTION;
  const [only, ...others] = connections.values();
  if (only && others.length === 0) return only;
  throw invalid("/provider", `provider must be the bank of the device: ${names}.`);
}

/**
 * Lists the banks whose notifications can prove a device. In live mode this excludes banks whose signature does not cover
 * the amount: their notification alone proves neither the amount nor the device.
 */
export async function listProvingProviders(db: Db, owner: Owner): Promise<ProviderName[]> {
  return [...(await listConnections(db, owner)).keys()].filter(
    (name) => owner.mode === "test" || !getProvider(name).hasUnsignedAmounts,
  );
}

/** The banks of the deployment's connections. */
const DEPLOYMENT = PROVIDER_NAMES.map((name) => [deploymentConnection(name), name] as const);

/** Reads the banks of connections; the sandbox connection has none. */
async function readProviders(
  { sql }: Db,
  ids: readonly Id<"bankConnection">[],
): Promise<Map<Id<"bankConnection">, ProviderName>> {
  const stored = ids.filter(isOrganisationsConnection);
  const own =
    stored.length === 0
      ? []
      : await sql<{ id: Id<"bankConnection">; provider: ProviderName }[]>`
          select id, provider from bank_connections where id = any(${stored})`;
  return new Map([...DEPLOYMENT, ...own.map(({ id, provider }) => [id, provider] as const)]);
}

/** Returns the bank of a connection; null for the sandbox connection. */
export async function providerOfConnection(
  db: Db,
  connection: Id<"bankConnection">,
): Promise<ProviderName | null> {
  return (await readProviders(db, [connection])).get(connection) ?? null;
}

/** Adds the bank of its connection to each row. */
export async function withProviders<Row extends { bankConnectionId: Id<"bankConnection"> }>(
  db: Db,
  rows: readonly Row[],
): Promise<(Omit<Row, "bankConnectionId"> & { provider: ProviderName | null })[]> {
  const providers = await readProviders(db, [...new Set(rows.map((row) => row.bankConnectionId))]);
  return rows.map(({ bankConnectionId, ...row }) => ({
    ...row,
    provider: providers.get(bankConnectionId) ?? null,
  }));
}

/** Parses a bank's name. Throws `Failure("invalid_request")` for any other text. */
export function parseProvider(text: string): ProviderName {
  const provider = PROVIDER_NAMES.find((name) => name === text);
  if (!provider) throw invalid("/provider", `provider must be one of ${PROVIDER_NAMES.join(", ")}.`);
  return provider;
}

/** Throws `Failure("invalid_request")` for a bank without terminals. */
export function requireTerminals(provider: ProviderName): void {
  if (!hasTerminals(provider)) throw invalid("/provider", `${provider} has no terminals.`);
}
