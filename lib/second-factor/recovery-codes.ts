import { createHash, randomInt } from "node:crypto";

const COUNT = 10;
/** Letters and digits that are not easily confused. */
const ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789";
const GROUPS = 3;
/** 3 × 4 characters of 31 are 59 bits: too many for a brute-force search of the hashes. */
const GROUP_LENGTH = 4;

const randomGroup = () =>
  Array.from({ length: GROUP_LENGTH }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join("");

/** Generates single-use recovery codes, such as `k3fp-9wqz-ht4m`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: COUNT }, () => Array.from({ length: GROUPS }, randomGroup).join("-"));
}

/** Hashes a recovery code with the id that the secret in the same row is bound to. Ignores case, spaces and dashes. */
export function hashRecoveryCode(boundTo: string, code: string): string {
  const text = code.toLowerCase().replace(/[^a-z0-9]/g, "");
  return createHash("sha256").update(`${boundTo}:${text}`).digest("hex");
}
