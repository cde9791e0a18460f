import type { ProviderName } from "@/lib/env";
import type { Confirmation } from "./provider";
import { configuredProviders, contextFor, providerNamed } from "./registry";

/** The configured banks whose notices do not prove the amount and that can be asked about a payment. */
export function confirmingProviders(): ProviderName[] {
  return configuredProviders().flatMap((provider) => (provider.confirm ? [provider.name] : []));
}

/** Asks the bank, in live mode, whether a payment is real. Throws where it cannot be reached or is not one to ask. */
export async function confirmPayment(name: ProviderName, paymentKey: string): Promise<Confirmation> {
  const provider = providerNamed(name);
  if (!provider.confirm) throw new Error(`${name} cannot be asked about payments`);
  return provider.confirm(paymentKey, contextFor(provider, "live"));
}
