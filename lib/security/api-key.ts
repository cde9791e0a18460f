import { hash, randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";
import type { Mode } from "@/lib/core/scope";

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const RANDOM_LENGTH = 30;
/** 62^6 is the first power of 62 above the 2^32 values of a CRC-32. */
const CHECKSUM_LENGTH = 6;
const SHAPE = new RegExp(`^tk_(test|live)_[0-9A-Za-z]{${RANDOM_LENGTH + CHECKSUM_LENGTH}}$`);
const HINT_LENGTH = "tk_test_".length + 4;

function checksumOf(text: string): string {
  let checksum = "";
  for (let rest = crc32(text), index = 0; index < CHECKSUM_LENGTH; index++, rest = Math.floor(rest / 62)) {
    checksum = ALPHABET.charAt(rest % 62) + checksum;
  }
  return checksum;
}

/** Draws characters evenly: a byte past the last whole multiple of 62 is thrown away. */
function randomText(length: number): string {
  let text = "";
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      if (byte < 248 && text.length < length) text += ALPHABET.charAt(byte % 62);
    }
  }
  return text;
}

/**
 * Makes an API key: `tk_test_` or `tk_live_`, 30 random characters (178 bits) and a checksum of all that, so that a
 * mistyped key, or a test key renamed to live, is refused without asking the database (§5).
 */
export function newApiKey(mode: Mode): string {
  const text = `tk_${mode}_${randomText(RANDOM_LENGTH)}`;
  return text + checksumOf(text);
}

/** The mode a well-formed key is of; `undefined` where the text cannot be a key. */
export function modeOfApiKey(text: string): Mode | undefined {
  if (!SHAPE.test(text)) return undefined;
  if (checksumOf(text.slice(0, -CHECKSUM_LENGTH)) !== text.slice(-CHECKSUM_LENGTH)) return undefined;
  return text.startsWith("tk_live_") ? "live" : "test";
}

/** What is kept of a key: its SHA-256 in hex. A key is random enough that no salt and no slow hash is needed. */
export function hashOfApiKey(key: string): string {
  return hash("sha256", key);
}

/** A key's first characters, for people to tell keys apart. */
export function hintOfApiKey(key: string): string {
  return key.slice(0, HINT_LENGTH);
}
