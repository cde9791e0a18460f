import { createHmac, timingSafeEqual } from "node:crypto";

/** The algorithm and the encoding of a message authentication code. */
export interface MacFormat {
  algorithm: "sha256" | "sha512";
  encoding: "hex" | "base64";
}

/**
 * Computes the HMAC of the concatenated pieces in the form's encoding: lower-case hex or padded base64. Large pieces are
 * not copied.
 */
export function computeMac(form: MacFormat, key: string, ...pieces: (string | Buffer)[]): string {
  const hmac = createHmac(form.algorithm, key);
  for (const piece of pieces) hmac.update(piece);
  return hmac.digest(form.encoding);
}

/** Returns the pattern of codes of this form, so that a malformed one is rejected before anything is computed. */
export function macPattern({ algorithm, encoding }: MacFormat): RegExp {
  const bytes = algorithm === "sha256" ? 32 : 64;
  if (encoding === "hex") return new RegExp(`^[0-9a-f]{${2 * bytes}}$`);
  const padding = (3 - (bytes % 3)) % 3;
  return new RegExp(`^[A-Za-z0-9+/]{${Math.ceil((4 * bytes) / 3)}}={${padding}}$`);
}

/**
 * Compares two texts in constant time (§5); the length of the expected one is not secret. Case-sensitive: a code in
 * another case or encoding does not match.
 */
export function isSameSecret(expected: string, given: string | null | undefined): boolean {
  if (typeof given !== "string") return false;
  const [a, b] = [Buffer.from(expected), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
}
