import { type MacForm, mac, sameSecret } from "@/lib/security/hmac";
import type { RawNotice } from "../provider";

export const SIGNATURE_HEADER = "x-paystack-signature";
/** How its signatures are made and written. */
export const MAC: MacForm = { algorithm: "sha512", encoding: "hex" };

/** The signature Paystack puts on a body: HMAC-SHA512 of the raw bytes under the API secret key, lower-case hex [D]. */
export function sign(body: string | Buffer, secret: string): string {
  return mac(MAC, secret, body);
}

/** Whether Paystack signed these bytes with this secret key (§5). Paystack signs no time: a replay is a duplicate. */
export function verify(notice: RawNotice, secret: string): boolean {
  return sameSecret(sign(notice.body, secret), notice.headers.get(SIGNATURE_HEADER));
}
