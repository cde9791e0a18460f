import { z } from "zod";

/** The id prefixes of all kinds of records. */
export const PREFIXES = {
  organisation: "org",
  person: "per",
  member: "mem",
  signIn: "sgn",
  auditEntry: "aud",
  memberAlert: "alr",
  alertCause: "alc",
  alertDelivery: "ald",
  pushSubscription: "psh",
  wallboardLink: "wal",
  paymentPage: "ppg",
  apiKey: "key",
  signingSecret: "sec",
  session: "ses",
  webhookEndpoint: "we",
  terminal: "trm",
  pairing: "par",
  device: "dev",
  deviceClaim: "dcl",
  operator: "op",
  assignment: "asg",
  transaction: "txn",
  expectedPayment: "exp",
  notification: "ntc",
  bankConnection: "bnk",
  reversal: "rev",
  refund: "rfd",
  settlementLine: "sln",
  exception: "exc",
  delivery: "evt",
  replay: "rpl",
  request: "req",
} as const;

export type Kind = keyof typeof PREFIXES;
export type Id<K extends Kind> = `${(typeof PREFIXES)[K]}_${string}`;

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const TIME_LENGTH = 10;
const RANDOM_LENGTH = 16;
const BODY = new RegExp(`^[${ALPHABET}]{${TIME_LENGTH + RANDOM_LENGTH}}$`);

/** Random bytes for 256 ids: one call for random bytes costs as much as creating twenty ids. */
const pool = new Uint8Array(RANDOM_LENGTH * 256);
let poolOffset = pool.length;

function randomPart(): string {
  if (poolOffset === pool.length) {
    crypto.getRandomValues(pool);
    poolOffset = 0;
  }
  let text = "";
  for (const end = poolOffset + RANDOM_LENGTH; poolOffset < end; poolOffset++)
    text += ALPHABET.charAt((pool[poolOffset] ?? 0) & 31);
  return text;
}

/**
 * Creates an id that sorts by creation time: a prefix, 48 bits of time and 80 random bits, in lower-case Crockford
 * base 32 (the layout of a ULID).
 */
export function newId<K extends Kind>(kind: K, at: number = Date.now()): Id<K> {
  let time = "";
  for (let rest = at, index = 0; index < TIME_LENGTH; index++, rest = Math.floor(rest / 32)) {
    time = ALPHABET.charAt(rest % 32) + time;
  }
  return `${PREFIXES[kind]}_${time}${randomPart()}`;
}

/** Returns whether a text has the form of an id of this kind; other texts need no database lookup. */
export function isId<K extends Kind>(kind: K, text: string): text is Id<K> {
  const prefix = `${PREFIXES[kind]}_`;
  return text.startsWith(prefix) && BODY.test(text.slice(prefix.length));
}

/** Returns the smallest id that can be created at or after a time, in milliseconds. */
export function firstIdAt<K extends Kind>(kind: K, at: number): Id<K> {
  return `${newId(kind, at).slice(0, -RANDOM_LENGTH)}${"0".repeat(RANDOM_LENGTH)}` as Id<K>;
}

/** Returns the time at which an id was created, in milliseconds. */
export function timeOfId(id: Id<Kind>): number {
  const start = id.indexOf("_") + 1;
  let time = 0;
  for (const character of id.slice(start, start + TIME_LENGTH))
    time = time * 32 + ALPHABET.indexOf(character);
  return time;
}

/**
 * Returns the ten characters of a session id's random part that its terminals' ids contain (§2.3,
 * `<session_fragment>`).
 */
export function terminalFragment(sessionId: Id<"session">): string {
  return sessionId.slice(PREFIXES.session.length + 1 + TIME_LENGTH).slice(0, 10);
}

/** Returns the display name of a session's terminal (§2.3, `label`). */
export const terminalLabel = (position: number) => `Terminal ${position}`;

/** Creates a schema for ids of one kind. */
export function idSchema<K extends Kind>(kind: K) {
  const prefix = PREFIXES[kind];
  return z
    .custom<Id<K>>((value) => typeof value === "string" && isId(kind, value), {
      error: `must be an id that starts with ${prefix}_`,
    })
    .meta({
      description: `Identifies the ${kind.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)}.`,
      type: "string",
      pattern: `^${prefix}_[${ALPHABET}]{${TIME_LENGTH + RANDOM_LENGTH}}$`,
      examples: [`${prefix}_01m86m8an8bx56e7cbahqc5ne7`],
    });
}
