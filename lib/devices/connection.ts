import { configuredProviders, deploymentConnection, SANDBOX_CONNECTION } from "@/lib/bank";
import { invalid } from "@/lib/core/errors";
import type { Id } from "@/lib/core/ids";
import type { Mode } from "@/lib/core/scope";
import { PROVIDER_NAMES, type ProviderName } from "@/lib/env";

const providersWithTerminals = () => configuredProviders().filter(({ channels }) => channels.includes("pos"));

/**
 * Returns the connection whose notifications may name a device: that of the given bank; without one, in test mode that of
 * every bank, in live mode that of the only configured bank that has terminals. Throws `Failure("invalid_request")` where
 * several have and none is given, or the given one is not configured or has no terminals.
 */
export function deviceConnection(mode: Mode, provider?: ProviderName): Id<"bankConnection"> {
  const names = providersWithTerminals().map(({ name }) => name);
  if (provider) {
    if (names.includes(provider)) return deploymentConnection(provider);
    throw invalid("/provider", `provider must be a configured bank that has terminals: ${names.join(", ")}.`);
  }
  if (mode === "test") return SANDBOX_CONNECTION;
  const [only, ...others] = names;
  if (only && others.length === 0) return deploymentConnection(only);
  throw invalid("/provider", `provider must say whose device it is: ${names.join(", ")}.`);
}

/**
 * Lists the banks by whose notifications a device can be proved. In live mode a bank whose signature does not cover the
 * amount is not among them: its notification alone proves neither amount nor device.
 */
export function listProvingProviders(mode: Mode): ProviderName[] {
  return providersWithTerminals()
    .filter(({ confirm }) => mode === "test" || !confirm)
    .map(({ name }) => name);
}

/** The bank of one of the deployment's own connections; null for the connection that stands for every bank. */
export function providerOfConnection(connection: Id<"bankConnection">): ProviderName | null {
  return PROVIDER_NAMES.find((name) => deploymentConnection(name) === connection) ?? null;
}

/** Reads the name of a bank. Throws `Failure("invalid_request")` for any other text. */
export function parseProvider(text: string): ProviderName {
  const provider = PROVIDER_NAMES.find((name) => name === text);
  if (!provider) throw invalid("/provider", `provider must be one of ${PROVIDER_NAMES.join(", ")}.`);
  return provider;
}
