import { type MacForm, mac, sameSecret } from "@/lib/security/hmac";
import type { RawNotice } from "../provider";

export const SIGNATURE_HEADER = "monnify-signature";
/** How its signatures are made and written. */
export const MAC: MacForm = { algorithm: "sha512", encoding: "hex" };

/**
 * The signature Monnify puts on a body: HMAC-SHA512 of the raw bytes under the client secret, lower-case hex. Its
 * prose says "SHA-512 of secret and body"; every sample and the published vector are the HMAC [D][L].
 */
export function sign(body: string | Buffer, secret: string): string {
  return mac(MAC, secret, body);
}

/** Whether Monnify signed these bytes with this client secret (§5). Monnify signs no time: a replay is a duplicate. */
export function verify(notice: RawNotice, secret: string): boolean {
  return sameSecret(sign(notice.body, secret), notice.headers.get(SIGNATURE_HEADER));
}
