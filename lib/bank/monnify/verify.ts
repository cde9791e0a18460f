import { computeMac, isSameSecret, type MacFormat } from "@/lib/security/hmac";
import type { RawNotification } from "../provider";

export const SIGNATURE_HEADER = "monnify-signature";
/** The algorithm and encoding of its signatures. */
export const MAC: MacFormat = { algorithm: "sha512", encoding: "hex" };

/**
 * Computes Monnify's signature of a body: HMAC-SHA512 of the raw bytes with the client secret, lower-case hex. The
 * documentation's text says "SHA-512 of secret and body", but every sample and the published vector are the HMAC [D][L].
 */
export function sign(body: string | Buffer, secret: string): string {
  return computeMac(MAC, secret, body);
}

/** Whether Monnify signed this body with this client secret (§5). Monnify signs no time; a replay is a duplicate. */
export function verify(notification: RawNotification, secret: string): boolean {
  return isSameSecret(sign(notification.body, secret), notification.headers.get(SIGNATURE_HEADER));
}
