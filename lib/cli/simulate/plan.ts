import { configuredProviders, type Provider, verifyingSecret } from "@/lib/bank";
import { Failure } from "@/lib/core/errors/errors";
import type { ProviderName } from "@/lib/env";
import { UsageError } from "../command";
import type { Destination } from "./payers";

/** A million payments fit into memory; a simulation needs no more. */
const MAX_PAYMENTS = 1_000_000;

/** Computes how many payments a rate gives in a time. Throws `UsageError` for none or too many. */
export function countPayments(ratePerSecond: number, timeMs: number): number {
  const count = Math.round((ratePerSecond * timeMs) / 1000);
  if (count >= 1 && count <= MAX_PAYMENTS) return count;
  throw new UsageError(
    `--rate times --for gives ${count} payments. Choose them so that it gives 1 to ${MAX_PAYMENTS}.`,
  );
}

/**
 * Chooses the named bank, or the first configured one, with its test-mode secret. Throws `Failure` if it is not
 * configured or has no secret.
 */
export function chooseBank(name: ProviderName | undefined): { provider: Provider; secret: string } {
  const configured = configuredProviders();
  const provider = name ? configured.find((one) => one.name === name) : configured[0];
  if (!provider) {
    const detail = `BANK_PROVIDERS does not name ${name}. It names ${configured.map((one) => one.name).join(", ")}.`;
    throw new Failure("invalid_request", { detail });
  }
  const secret = verifyingSecret(provider.name, "test");
  if (secret) return { provider, secret };
  throw new Failure("unavailable", {
    detail: `There is no test secret of ${provider.name} yet. Start the service once.`,
  });
}

/** The account and terminals of a session. */
export interface PaymentTargets {
  account: string | undefined;
  terminals: readonly string[];
}

/**
 * Plans the destination of each payment: POS payments in their share, evenly distributed, to the terminals in turn.
 * Without a share it is half, or what is possible. Throws `Failure("invalid_request")` if the share is not possible.
 */
export function planDestinations(
  provider: Provider,
  places: PaymentTargets,
  share: number | undefined,
): (index: number) => Destination {
  const { account, terminals } = places;
  const byAccount = account !== undefined && provider.channels.includes("bank_transfer");
  const byTerminal = terminals.length > 0 && provider.channels.includes("pos");
  const posShare = share ?? (byTerminal ? (byAccount ? 0.5 : 1) : 0);
  if ((posShare > 0 && !byTerminal) || (posShare < 1 && !byAccount)) {
    const missing = byTerminal || posShare === 0 ? "transfers to an account" : "payments at a terminal";
    const detail = `${provider.name} and this session do not have ${missing}. Choose another --pos-share, bank or session.`;
    throw new Failure("invalid_request", { detail });
  }
  return (index) => {
    const before = Math.floor(index * posShare);
    if (Math.floor((index + 1) * posShare) === before)
      return { channel: "bank_transfer", account: account ?? "" };
    return { channel: "pos", device: terminals[before % terminals.length] ?? "" };
  };
}
