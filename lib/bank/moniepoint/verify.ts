import { type MacForm, mac, sameSecret } from "@/lib/security/hmac";
import type { RawNotice } from "../provider";

export const SIGNATURE_HEADER = "moniepoint-webhook-signature";
/** How its signatures are made and written. */
export const MAC: MacForm = { algorithm: "sha256", encoding: "base64" };
export const ID_HEADER = "moniepoint-webhook-id";
export const TIMESTAMP_HEADER = "moniepoint-webhook-timestamp";

/** The signature Moniepoint makes: HMAC-SHA256 over `{id}__{timestamp}__{raw body}`, base64 [D]. */
export function sign(id: string, timestamp: string, body: Buffer, secret: string): string {
  return mac(MAC, secret, `${id}__${timestamp}__`, body);
}

/**
 * Whether Moniepoint signed these bytes, with this id and time, under the subscription's secret (§5). A notice is not
 * refused for its age: the five minutes in circulation are community lore [C], whether a retry carries a new time is
 * not documented [?], and a replay is harmless, for a payment has one identity.
 */
export function verify(notice: RawNotice, secret: string): boolean {
  const id = notice.headers.get(ID_HEADER);
  const timestamp = notice.headers.get(TIMESTAMP_HEADER);
  if (!id || !timestamp) return false;
  return sameSecret(sign(id, timestamp, notice.body, secret), notice.headers.get(SIGNATURE_HEADER));
}
