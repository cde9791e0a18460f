import { randomBytes, randomInt, type ScryptOptions, scrypt, timingSafeEqual } from "node:crypto";
import { invalid } from "@/lib/core/errors/errors";
import { isCommonPassword } from "./common-password";
import { type HashPriority, hashQueue } from "./hash-queue";
import { PASSWORD_COST } from "./password-cost";

const SALT_BYTES = 16;
const HASH_BYTES = 32;
const MIN_LENGTH = 10;
const MAX_LENGTH = 200;
const STORED = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

function derive(password: string, salt: Buffer, cost: typeof PASSWORD_COST, length: number): Promise<Buffer> {
  const N = 2 ** cost.logN;
  const options: ScryptOptions = { N, r: cost.r, p: cost.p, maxmem: 2 * 128 * N * cost.r };
  return new Promise((resolve, reject) => {
    scrypt(password.normalize("NFKC"), salt, length, options, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}

const unpadded = (bytes: Buffer) => bytes.toString("base64").replace(/=+$/, "");

/**
 * Hashes a password into a string with its cost and salt (PHC format), so that the cost can be raised later. `about` is
 * personal data that the password may not be built from. Throws `Failure("invalid_request")` if the password is shorter
 * than 10 or longer than 200 characters or easy to guess, and `Failure("too_many_requests")` if the hash queue is full.
 */
export async function hashPassword(password: string, about: readonly string[] = []): Promise<string> {
  const length = [...password].length;
  if (length < MIN_LENGTH || length > MAX_LENGTH || password.includes("\0")) {
    throw invalid("/password", `A password has ${MIN_LENGTH} to ${MAX_LENGTH} characters. Choose another.`);
  }
  if (await isCommonPassword(password, about)) {
    throw invalid(
      "/password",
      "This password is easy to guess: it is common, or close to your name or address. Choose another, such as four unrelated words.",
    );
  }
  const salt = randomBytes(SALT_BYTES);
  const queue = hashQueue();
  const hash = await queue.admit("known", () =>
    queue.run("known", () => derive(password, salt, PASSWORD_COST, HASH_BYTES)),
  );
  const { logN, r, p } = PASSWORD_COST;
  return `$scrypt$ln=${logN},r=${r},p=${p}$${unpadded(salt)}$${unpadded(hash)}`;
}

/**
 * Whether the password matches the stored hash. Without a stored hash (no such member, or no password yet) it returns
 * false after the same work, so that the response time does not reveal which addresses are members'. The same applies to a
 * password that is too long or has a NUL. Call it inside `HashQueue.admit`.
 */
export async function verifyPassword(
  password: string,
  stored: string | null,
  line: HashPriority = "known",
): Promise<boolean> {
  // A character has at most two UTF-16 units. HMAC, which scrypt uses, ignores trailing NULs.
  const isImpossible = password.length > 2 * MAX_LENGTH || password.includes("\0");
  const parts = isImpossible ? null : STORED.exec(stored ?? "");
  return hashQueue().run(line, async () => {
    if (!parts) {
      await derive(isImpossible ? "" : password, Buffer.alloc(SALT_BYTES), PASSWORD_COST, HASH_BYTES);
      return false;
    }
    const [logN, r, p] = parts.slice(1, 4).map(Number) as [number, number, number];
    const [salt, hash] = parts.slice(4, 6).map((text) => Buffer.from(text, "base64")) as [Buffer, Buffer];
    return timingSafeEqual(await derive(password, salt, { logN, r, p }, hash.length), hash);
  });
}

const LETTERS = "abcdefghjkmnpqrstuvwxyz23456789";

/** Generates a password that is easy to read out and type: four groups of five characters, 99 bits. */
export function newPassword(): string {
  const group = () => Array.from({ length: 5 }, () => LETTERS.charAt(randomInt(LETTERS.length))).join("");
  return [group(), group(), group(), group()].join("-");
}
