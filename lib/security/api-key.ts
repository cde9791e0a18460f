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

/** Draws uniformly distributed characters: bytes of 248 (4 × 62) and above are discarded. */
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
 * Creates an API key: `tk_test_` or `tk_live_`, 30 random characters (178 bits) and a checksum over both, so that a
 * mistyped key, or a test key renamed to live, is rejected without a query (§5).
 */
export function newApiKey(mode: Mode): string {
  const text = `tk_${mode}_${randomText(RANDOM_LENGTH)}`;
  return text + checksumOf(text);
}

/** Returns the mode of a well-formed key, or `undefined` if the text is not a key. */
export function modeOfApiKey(text: string): Mode | undefined {
  if (!SHAPE.test(text)) return undefined;
  if (checksumOf(text.slice(0, -CHECKSUM_LENGTH)) !== text.slice(-CHECKSUM_LENGTH)) return undefined;
  return text.startsWith("tk_live_") ? "live" : "test";
}

/** Returns the stored form of a key: its SHA-256 in hex. Its entropy makes a salt and a slow hash unnecessary. */
export function hashOfApiKey(key: string): string {
  return hash("sha256", key);
}

/** Returns a key's first characters, which identify it on screens. */
export function hintOfApiKey(key: string): string {
  return key.slice(0, HINT_LENGTH);
}
