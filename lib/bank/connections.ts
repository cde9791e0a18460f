import type { Id } from "@/lib/core/ids";
import type { ProviderName } from "@/lib/env";
import type { Provider, ProviderContext } from "./provider";
import { configuredProviders, contextFor } from "./registry";

/** The connection of test-mode accounts and devices, which every connection of the deployment may credit. */
export const SANDBOX_CONNECTION: Id<"bankConnection"> = "bnk_sandbox";

/** Returns the deployment's connection to a provider: the credentials from the settings. */
export function deploymentConnection(provider: ProviderName): Id<"bankConnection"> {
  return `bnk_${provider}`;
}

/** A connection whose credentials are known: its adapter, and what the adapter needs to call the bank in live mode. */
export interface LiveConnection {
  id: Id<"bankConnection">;
  /** Null for the deployment's own connections. */
  organisationId: Id<"organisation"> | null;
  provider: Provider;
  context: ProviderContext;
}

/** Lists the live connections: those of the deployment, in the order of `BANK_PROVIDERS`. */
export async function listLiveConnections(): Promise<LiveConnection[]> {
  return configuredProviders().map((provider) => ({
    id: deploymentConnection(provider.name),
    organisationId: null,
    provider,
    context: contextFor(provider, "live"),
  }));
}

/** Returns a live connection; `undefined` if there is none with this id. */
export async function findLiveConnection(id: Id<"bankConnection">): Promise<LiveConnection | undefined> {
  return (await listLiveConnections()).find((connection) => connection.id === id);
}
