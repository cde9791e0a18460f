import type { Id } from "@/lib/core/ids";
import type { ProviderName } from "@/lib/env";

/** Stands for the accounts and devices of test mode: every connection of the deployment's own may credit them. */
export const SANDBOX_CONNECTION: Id<"bankConnection"> = "bnk_sandbox";

/** The deployment's own connection to a provider: one set of credentials, those of the settings. */
export function deploymentConnection(provider: ProviderName): Id<"bankConnection"> {
  return `bnk_${provider}`;
}
