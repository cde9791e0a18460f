import { computeMac, isSameSecret, type MacFormat } from "@/lib/security/hmac";
import type { RawNotification } from "../provider";

export const SIGNATURE_HEADER = "moniepoint-webhook-signature";
/** The algorithm and encoding of its signatures. */
export const MAC: MacFormat = { algorithm: "sha256", encoding: "base64" };
export const ID_HEADER = "moniepoint-webhook-id";
export const TIMESTAMP_HEADER = "moniepoint-webhook-timestamp";

/** Computes Moniepoint's signature: HMAC-SHA256 over `{id}__{timestamp}__{raw body}`, base64 [D]. */
export function sign(id: string, timestamp: string, body: Buffer, secret: string): string {
  return computeMac(MAC, secret, `${id}__${timestamp}__`, body);
}

/**
 * Whether Moniepoint signed this body, id and time with the subscription's secret (§5). The age is not checked: a limit of
 * five minutes is only in community code [C], it is not documented whether a retry has a new time [?], and a replay is
 * harmless because a payment has one identity.
 */
export function verify(notification: RawNotification, secret: string): boolean {
  const id = notification.headers.get(ID_HEADER);
  const timestamp = notification.headers.get(TIMESTAMP_HEADER);
  if (!id || !timestamp) return false;
  return isSameSecret(
    sign(id, timestamp, notification.body, secret),
    notification.headers.get(SIGNATURE_HEADER),
  );
}
