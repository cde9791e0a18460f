import type { Id } from "@/lib/core/ids";
import type { ProviderName } from "@/lib/env";

/** The connection of test-mode accounts and devices, which every connection of the deployment may credit. */
export const SANDBOX_CONNECTION: Id<"bankConnection"> = "bnk_sandbox";

/** Returns the deployment's connection to a provider: the credentials from the settings. */
export function deploymentConnection(provider: ProviderName): Id<"bankConnection"> {
  return `bnk_${provider}`;
}
