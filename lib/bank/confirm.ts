import type { Id } from "@/lib/core/ids";
import type { ProviderName } from "@/lib/env";
import { findLiveConnection } from "./connections";
import type { Confirmation } from "./provider";
import { configuredProviders } from "./registry";

/** Lists the configured banks whose API can confirm a payment. */
export function listConfirmingProviders(): ProviderName[] {
  return configuredProviders().flatMap((provider) => (provider.confirm ? [provider.name] : []));
}

/**
 * Gets the bank's own record of a live payment. Throws if the connection is unknown, or its bank is unreachable or cannot
 * confirm payments.
 */
export async function confirmPayment(id: Id<"bankConnection">, paymentKey: string): Promise<Confirmation> {
  const connection = await findLiveConnection(id);
  if (!connection?.provider.confirm) throw new Error(`${id} cannot confirm payments`);
  return connection.provider.confirm(paymentKey, connection.context);
}
