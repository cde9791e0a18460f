import { configuredProviders, deploymentConnection, SANDBOX_CONNECTION } from "@/lib/bank";
import { invalid } from "@/lib/core/errors/errors";
import type { Id } from "@/lib/core/ids";
import type { Mode } from "@/lib/core/scope";
import { PROVIDER_NAMES, type ProviderName } from "@/lib/env";

const providersWithTerminals = () => configuredProviders().filter(({ channels }) => channels.includes("pos"));

/**
 * Returns the connection whose notifications may name a device: the given bank's; without one, in test mode the sandbox
 * connection, which stands for every bank, and in live mode that of the only configured bank with terminals. Throws
 * `Failure("invalid_request")` if none is given and several banks have terminals, or the given bank is not configured or
 * has no terminals.
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
  throw invalid("/provider", `provider must be the bank of the device: ${names.join(", ")}.`);
}

/**
 * Lists the banks whose notifications can prove a device. In live mode this excludes banks whose signature does not cover
 * the amount: their notification alone proves neither the amount nor the device.
 */
export function listProvingProviders(mode: Mode): ProviderName[] {
  return providersWithTerminals()
    .filter(({ hasUnsignedAmounts }) => mode === "test" || !hasUnsignedAmounts)
    .map(({ name }) => name);
}

/** Returns the bank of one of the deployment's connections; null for the sandbox connection. */
export function providerOfConnection(connection: Id<"bankConnection">): ProviderName | null {
  return PROVIDER_NAMES.find((name) => deploymentConnection(name) === connection) ?? null;
}

/** Parses a bank's name. Throws `Failure("invalid_request")` for any other text. */
export function parseProvider(text: string): ProviderName {
  const provider = PROVIDER_NAMES.find((name) => name === text);
  if (!provider) throw invalid("/provider", `provider must be one of ${PROVIDER_NAMES.join(", ")}.`);
  return provider;
}
