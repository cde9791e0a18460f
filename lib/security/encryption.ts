import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";
import { assertDefined } from "@/lib/core/errors/assert";
import { loadSettings } from "@/lib/env";

const ALGORITHM = "aes-256-gcm";
const VERSION = "v1";
/** NIST SP 800-38D recommends 96 bits; a random one may be used 2^32 times with one key. */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_ID_BYTES = 6;
const STORED = /^(v\d+)\.([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]+)$/;

interface Key {
  /** A digest of the key, by which a stored value identifies its key without revealing it. */
  id: string;
  bytes: Buffer;
}

/** Reads the keys from the current settings: a rotation changes them while the service runs. */
function readKeys(): { current: Key; all: Key[] } {
  const { encryptionKey, encryptionOldKeys } = loadSettings();
  const current = toKey(assertDefined(encryptionKey, "ENCRYPTION_KEY is generated at the first start"));
  return { current, all: [current, ...encryptionOldKeys.map(toKey)] };
}

const cachedKeys = new Map<string, Key>();

/** Finds a key by its id in the cache, then in the settings. Throws an `Error` if the settings do not have it. */
function findKey(id: string): Key {
  const cached = cachedKeys.get(id);
  if (cached) return cached;
  const { current, all } = readKeys();
  for (const key of all) cachedKeys.set(key.id, key);
  const found = cachedKeys.get(id);
  if (found) return found;
  throw new Error(`A value is encrypted with another key (${id}) than ENCRYPTION_KEY (${current.id})`);
}

function toKey(text: string): Key {
  const bytes = Buffer.from(text, "base64");
  const digest = createHash("sha256").update("takings encryption key").update(bytes).digest();
  return { id: digest.subarray(0, KEY_ID_BYTES).toString("base64url"), bytes };
}

/** The associated data that the tag authenticates: a value moved to another row or column does not decrypt. */
const associatedData = (keyId: string, context: string) => Buffer.from(`${VERSION}.${keyId}.${context}`);

/**
 * Encrypts a text with AES-256-GCM under `ENCRYPTION_KEY`. Returns `v1.KEY_ID.DATA`, where DATA is nonce, ciphertext and
 * tag in base64url. `context` names the column and row of the value, such as `members.totp_secret:mem_…`; decryption
 * needs the same context.
 */
export function encrypt(plaintext: string, context: string): string {
  const key = readKeys().current;
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, key.bytes, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(associatedData(key.id, context));
  const data = Buffer.concat([nonce, cipher.update(plaintext, "utf8"), cipher.final(), cipher.getAuthTag()]);
  return [VERSION, key.id, data.toString("base64url")].join(".");
}

/**
 * Decrypts a value of `encrypt` with the same context, using `ENCRYPTION_KEY` or one of `ENCRYPTION_OLD_KEYS`. Throws an
 * `Error` that names the cause (another key, another format, altered data or another context) and never the value.
 */
export function decrypt(stored: string, context: string): string {
  const [, version, keyId, text] = STORED.exec(stored) ?? [];
  if (version !== VERSION || !keyId || !text)
    throw new Error("An encrypted value has an unknown format: expected v1.KEY_ID.DATA");
  const key = findKey(keyId);
  const data = Buffer.from(text, "base64url");
  if (data.length < NONCE_BYTES + TAG_BYTES) throw new Error("An encrypted value is too short");
  const decipher = createDecipheriv(ALGORITHM, key.bytes, data.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(associatedData(keyId, context));
  decipher.setAuthTag(data.subarray(-TAG_BYTES));
  try {
    const head = decipher.update(data.subarray(NONCE_BYTES, -TAG_BYTES));
    return Buffer.concat([head, decipher.final()]).toString("utf8");
  } catch {
    throw new Error("An encrypted value was altered, or belongs to another context");
  }
}

/** Returns the id of the key that `encrypt` uses now: the second part of its values. */
export function encryptionKeyId(): string {
  return readKeys().current.id;
}

/** Returns the ids of the keys that can decrypt: `ENCRYPTION_KEY` and `ENCRYPTION_OLD_KEYS`. */
export function readableKeyIds(): string[] {
  return readKeys().all.map(({ id }) => id);
}
