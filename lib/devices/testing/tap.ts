import { newId } from "@/lib/core/ids";
import type { ProviderName } from "@/lib/env";
import { paymentNotice } from "@/lib/intake/testing/live-banks";

/** A purchase by card on a device. */
export interface Tap {
  provider?: ProviderName;
  amount?: bigint;
  device?: string;
  status?: "successful" | "failed";
  paidAt?: Date;
  paymentKey?: string;
}

/** What a bank posts of a purchase by card, signed with its live secret. */
export function composeTap({ provider = "paystack", ...tap }: Tap) {
  const paymentKey = `tap-${newId("pairing")}`;
  return paymentNotice(provider, "live", {
    ...{ channel: "pos", account: "", paidAt: new Date(), paymentKey, bankRef: paymentKey },
    ...tap,
  });
}
