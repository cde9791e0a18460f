import { createHash, randomInt } from "node:crypto";

const COUNT = 10;
/** Letters and digits that are not taken for one another. */
const LETTERS = "abcdefghjkmnpqrstuvwxyz23456789";
const GROUPS = 3;
/** Twelve characters, 59 bits: too many to try against the hashes. */
const GROUP_LENGTH = 4;

const group = () =>
  Array.from({ length: GROUP_LENGTH }, () => LETTERS.charAt(randomInt(LETTERS.length))).join("");

/** Makes recovery codes, each good once, such as `k3fp-9wqz-ht4m`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: COUNT }, () => Array.from({ length: GROUPS }, group).join("-"));
}

/** What is kept of a recovery code, hashed with the id that the secret beside it is bound to. Upper case, spaces and dashes make no difference. */
export function hashRecoveryCode(boundTo: string, code: string): string {
  const text = code.toLowerCase().replace(/[^a-z0-9]/g, "");
  return createHash("sha256").update(`${boundTo}:${text}`).digest("hex");
}
