import type { Id } from "@/lib/core/ids";
import type { Kobo } from "@/lib/core/money";
import { env, type ProviderName } from "@/lib/env";
import { findLiveConnection } from "../connections";
import type { Confirmation } from "../provider";
import { getProvider } from "../registry";
import { runPaced } from "./pacing";

/**
 * Returns whether `BANK_CONFIRMATION` requires that a live payment of this bank is confirmed by the bank's own record, and
 * the bank's API can be queried.
 */
export function isConfirmationWanted(provider: ProviderName, amount: Kobo): boolean {
  const rule = env().bankConfirmation[provider] ?? "never";
  if (rule === "never" || !getProvider(provider).confirm) return false;
  return rule === "always" || amount > rule.aboveKobo;
}

/**
 * Gets the bank's own record of a live payment, at the pace of the connection. Throws if the connection is unknown, or its
 * bank is unreachable or cannot confirm payments.
 */
export async function confirmPayment(id: Id<"bankConnection">, paymentKey: string): Promise<Confirmation> {
  const connection = await findLiveConnection(id);
  const confirm = connection?.provider.confirm;
  if (!connection || !confirm) throw new Error(`${id} cannot confirm payments`);
  return runPaced(connection, () => confirm(paymentKey, connection.context));
}
