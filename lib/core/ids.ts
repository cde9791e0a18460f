import { z } from "zod";

/** Every kind of record that has an id, with the prefix that tells it apart. */
export const PREFIXES = {
  organisation: "org",
  person: "per",
  member: "mem",
  signIn: "sgn",
  auditEntry: "aud",
  memberAlert: "alr",
  wallLink: "wal",
  apiKey: "key",
  signingSecret: "sec",
  session: "ses",
  endpoint: "we",
  terminal: "trm",
  pairing: "par",
  device: "dev",
  deviceClaim: "dcl",
  operator: "op",
  assignment: "asg",
  transaction: "txn",
  notice: "ntc",
  bankConnection: "bnk",
  reversal: "rev",
  settlementLine: "sln",
  exception: "exc",
  delivery: "evt",
  request: "req",
} as const;

export type Kind = keyof typeof PREFIXES;
export type Id<K extends Kind> = `${(typeof PREFIXES)[K]}_${string}`;

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const TIME_LENGTH = 10;
const RANDOM_LENGTH = 16;
const BODY = new RegExp(`^[${ALPHABET}]{${TIME_LENGTH + RANDOM_LENGTH}}$`);

/** Random bytes drawn many ids at a time, for one draw costs as much as making twenty ids. */
const pool = new Uint8Array(RANDOM_LENGTH * 256);
let drawn = pool.length;

function randomPart(): string {
  if (drawn === pool.length) {
    crypto.getRandomValues(pool);
    drawn = 0;
  }
  let text = "";
  for (const end = drawn + RANDOM_LENGTH; drawn < end; drawn++)
    text += ALPHABET.charAt((pool[drawn] ?? 0) & 31);
  return text;
}

/**
 * Makes an id that sorts by the time it was made: a prefix, 48 bits of time and 80 random bits, in Crockford's
 * base 32, lower case (the layout of a ULID).
 */
export function newId<K extends Kind>(kind: K, at: number = Date.now()): Id<K> {
  let time = "";
  for (let rest = at, index = 0; index < TIME_LENGTH; index++, rest = Math.floor(rest / 32)) {
    time = ALPHABET.charAt(rest % 32) + time;
  }
  return `${PREFIXES[kind]}_${time}${randomPart()}`;
}

/** Whether a text can be an id of this kind at all; anything else is an unknown id and need not be looked up. */
export function isId<K extends Kind>(kind: K, text: string): text is Id<K> {
  const prefix = `${PREFIXES[kind]}_`;
  return text.startsWith(prefix) && BODY.test(text.slice(prefix.length));
}

/** The ten characters of a session's random part that its terminals carry (§2.3, `<session_fragment>`). */
export function terminalFragment(sessionId: Id<"session">): string {
  return sessionId.slice(PREFIXES.session.length + 1 + TIME_LENGTH).slice(0, 10);
}

/** What people call a session's terminal (§2.3, `label`). */
export const terminalLabel = (position: number) => `Terminal ${position}`;

/** A schema for ids of one kind. */
export function idOf<K extends Kind>(kind: K) {
  return z.custom<Id<K>>((value) => typeof value === "string" && isId(kind, value), {
    error: `must be an id that starts with ${PREFIXES[kind]}_`,
  });
}
