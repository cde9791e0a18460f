import { computeMac, isSameSecret, type MacFormat } from "@/lib/security/hmac";
import type { RawNotification } from "../provider";

export const SIGNATURE_HEADER = "flutterwave-signature";
/** The algorithm and encoding of its signatures. */
export const MAC: MacFormat = { algorithm: "sha256", encoding: "base64" };

/** Computes Flutterwave's signature of a body (v4): HMAC-SHA256 of the raw bytes with the secret hash, base64 [C]. */
export function sign(body: string | Buffer, secret: string): string {
  return computeMac(MAC, secret, body);
}

/** Whether Flutterwave signed this body with this secret hash (§5). It signs no time; a replay is a duplicate. */
export function verify(notification: RawNotification, secret: string): boolean {
  return isSameSecret(sign(notification.body, secret), notification.headers.get(SIGNATURE_HEADER));
}
