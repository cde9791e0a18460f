import { createHash } from "node:crypto";
import { type MacForm, mac, sameSecret } from "@/lib/security/hmac";
import type { RawNotice } from "../provider";

export const SIGNATURE_HEADER = "x-lenco-signature";
/** How its signatures are made and written. */
export const MAC: MacForm = { algorithm: "sha512", encoding: "hex" };

/**
 * The signature Lenco puts on a body: HMAC-SHA512 in lower-case hex, under the SHA-256 of the API token written in
 * hex [D]. Its PHP sample signs the raw bytes, its Node sample a body written anew; the raw bytes are what was sent.
 */
export function sign(body: string | Buffer, token: string): string {
  const key = createHash("sha256").update(token).digest("hex");
  return mac(MAC, key, body);
}

/** Whether Lenco signed these bytes with this API token (§5). Lenco signs no time: a replay is a duplicate. */
export function verify(notice: RawNotice, token: string): boolean {
  return sameSecret(sign(notice.body, token), notice.headers.get(SIGNATURE_HEADER));
}
