import { newId } from "@/lib/core/ids";
import type { ProviderName } from "@/lib/env";
import { composePaymentNotification } from "@/lib/intake/testing/live-banks";

/** A card payment on a device. */
export interface Tap {
  provider?: ProviderName;
  amount?: bigint;
  device?: string;
  status?: "successful" | "failed";
  paidAt?: Date;
  paymentKey?: string;
}

/** Builds a bank's notification of a card payment, signed with its live secret. */
export function composeTap({ provider = "paystack", ...tap }: Tap) {
  const paymentKey = `tap-${newId("pairing")}`;
  return composePaymentNotification(provider, "live", {
    ...{ channel: "pos", account: "", paidAt: new Date(), paymentKey, bankRef: paymentKey },
    ...tap,
  });
}
