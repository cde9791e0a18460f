import { createHash } from "node:crypto";
import { computeMac, isSameSecret, type MacFormat } from "@/lib/security/hmac";
import type { RawNotification } from "../provider";

export const SIGNATURE_HEADER = "x-lenco-signature";
/** The algorithm and encoding of its signatures. */
export const MAC: MacFormat = { algorithm: "sha512", encoding: "hex" };

/**
 * Computes Lenco's signature of a body: HMAC-SHA512 in lower-case hex; the key is the hex SHA-256 of the API token [D]. Its
 * PHP sample signs the raw bytes, its Node sample a re-serialised body; this uses the raw bytes.
 */
export function sign(body: string | Buffer, token: string): string {
  const key = createHash("sha256").update(token).digest("hex");
  return computeMac(MAC, key, body);
}

/** Whether Lenco signed this body with this API token (§5). Lenco signs no time; a replay is a duplicate. */
export function verify(notification: RawNotification, token: string): boolean {
  return isSameSecret(sign(notification.body, token), notification.headers.get(SIGNATURE_HEADER));
}
