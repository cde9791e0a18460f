import { computeMac, isSameSecret, type MacFormat } from "@/lib/security/hmac";
import type { RawNotification } from "../provider";

export const SIGNATURE_HEADER = "x-paystack-signature";
/** The algorithm and encoding of its signatures. */
export const MAC: MacFormat = { algorithm: "sha512", encoding: "hex" };

/** Computes Paystack's signature of a body: HMAC-SHA512 of the raw bytes with the API secret key, lower-case hex [D]. */
export function sign(body: string | Buffer, secret: string): string {
  return computeMac(MAC, secret, body);
}

/** Whether Paystack signed this body with this secret key (§5). Paystack signs no time; a replay is a duplicate. */
export function verify(notification: RawNotification, secret: string): boolean {
  return isSameSecret(sign(notification.body, secret), notification.headers.get(SIGNATURE_HEADER));
}
