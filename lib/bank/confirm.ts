import type { ProviderName } from "@/lib/env";
import type { Confirmation } from "./provider";
import { configuredProviders, contextFor, getProvider } from "./registry";

/** Lists the configured banks whose API can confirm a payment. */
export function listConfirmingProviders(): ProviderName[] {
  return configuredProviders().flatMap((provider) => (provider.confirm ? [provider.name] : []));
}

/** Gets the bank's own record of a payment in live mode. Throws if the bank is unreachable or cannot confirm payments. */
export async function confirmPayment(name: ProviderName, paymentKey: string): Promise<Confirmation> {
  const provider = getProvider(name);
  if (!provider.confirm) throw new Error(`${name} cannot confirm payments`);
  return provider.confirm(paymentKey, contextFor(provider, "live"));
}
