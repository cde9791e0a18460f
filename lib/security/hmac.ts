import { createHmac, timingSafeEqual } from "node:crypto";

/** How a message authentication code is made and written down. */
export interface MacForm {
  algorithm: "sha256" | "sha512";
  encoding: "hex" | "base64";
}

/**
 * The HMAC of these pieces, one after the other, under this key, written in the form's encoding: hex in lower case,
 * base64 padded. A large piece is not copied.
 */
export function mac(form: MacForm, key: string, ...pieces: (string | Buffer)[]): string {
  const hmac = createHmac(form.algorithm, key);
  for (const piece of pieces) hmac.update(piece);
  return hmac.digest(form.encoding);
}

/** What a code of this form looks like, so that a text which can be none is refused before anything is computed. */
export function macPattern({ algorithm, encoding }: MacForm): RegExp {
  const bytes = algorithm === "sha256" ? 32 : 64;
  if (encoding === "hex") return new RegExp(`^[0-9a-f]{${2 * bytes}}$`);
  const padding = (3 - (bytes % 3)) % 3;
  return new RegExp(`^[A-Za-z0-9+/]{${Math.ceil((4 * bytes) / 3)}}={${padding}}$`);
}

/**
 * Whether two texts are the same, in a time that tells nothing of where they differ (§5). The length of what is
 * expected is no secret. Case counts: a code in another case or encoding is another code.
 */
export function sameSecret(expected: string, given: string | null | undefined): boolean {
  if (typeof given !== "string") return false;
  const [a, b] = [Buffer.from(expected), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
}
