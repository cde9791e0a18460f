import { type Id, isId } from "@/lib/core/ids";
import type { ProviderName } from "@/lib/env";
import type { Provider, ProviderContext } from "../provider";
import { configuredProviders, contextFor } from "../registry";
import { findStoredConnection, listStoredConnections } from "./stored";
import { listSubAccounts } from "./sub-accounts";

/** The connection of test-mode accounts and devices, which every connection of the deployment may credit. */
export const SANDBOX_CONNECTION: Id<"bankConnection"> = "bnk_sandbox";

/** Returns the deployment's connection to a provider: the credentials from the settings. */
export function deploymentConnection(provider: ProviderName): Id<"bankConnection"> {
  return `bnk_${provider}`;
}

/** Whether a connection is an organisation's: those of the deployment have fixed ids of another form. */
export const isOrganisationsConnection = (id: Id<"bankConnection">): boolean => isId("bankConnection", id);

/** A connection whose credentials are known: its adapter, and what the adapter needs to call the bank in live mode. */
export interface LiveConnection {
  id: Id<"bankConnection">;
  /** Null for the deployment's own connections. */
  organisationId: Id<"organisation"> | null;
  provider: Provider;
  context: ProviderContext;
}

/** Lists the deployment's live connections, in the order of `BANK_PROVIDERS`. */
export function listDeploymentConnections(): LiveConnection[] {
  return configuredProviders().map((provider) => ({
    id: deploymentConnection(provider.name),
    organisationId: null,
    provider,
    context: {
      ...contextFor(provider, "live"),
      ...(provider.name === "nomba" && { listSubAccounts }),
    },
  }));
}

/** Lists the live connections: those of the deployment, in the order of `BANK_PROVIDERS`, then those of organisations. */
export async function listLiveConnections(): Promise<LiveConnection[]> {
  return [...listDeploymentConnections(), ...(await listStoredConnections())];
}

/** Returns a live connection; `undefined` if there is none with this id. */
export async function findLiveConnection(id: Id<"bankConnection">): Promise<LiveConnection | undefined> {
  if (isOrganisationsConnection(id)) return findStoredConnection(id);
  return listDeploymentConnections().find((connection) => connection.id === id);
}
