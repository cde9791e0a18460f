import { type Failure, invalidHeader } from "@/lib/core/errors/errors";

/** The header's name, as errors name it. */
export const IDEMPOTENCY_KEY = "Idempotency-Key";
const MAX_LENGTH = 255;

/** A String of RFC 8941 §3.3.3: printable ASCII in quotes, where `\` escapes only `"` and `\`. */
const STRING = String.raw`"(?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\["\\])*"`;
/** A bare item (§3.3): an integer or a decimal, a String, a Token, a Byte Sequence or a Boolean. */
const BARE_ITEM = String.raw`(?:-?\d{1,15}(?:\.\d{1,3})?|${STRING}|[A-Za-z*][!#$%&'*+\-.^_\x60|~\w:/]*|:[A-Za-z0-9+/=]*:|\?[01])`;
/** The parameters of an Item (§3.1.2). The draft defines none, so they are ignored. */
const PARAMETERS = String.raw`(?:; *[a-z*][a-z0-9_\-.*]*(?:=${BARE_ITEM})?)*`;
const QUOTED = new RegExp(`^(${STRING})${PARAMETERS}$`);
/** A key without quotes: printable ASCII without space, quote, comma and semicolon. */
const BARE = /^[\x21\x23-\x2b\x2d-\x3a\x3c-\x7e]+$/;
/** Matches from the first space of a run only: from each, the time would be quadratic in the run's length. */
const OUTER_SPACES = /^ +|(?<! ) +$/g;

/**
 * Parses the value of the header `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header-07 §2.1): an RFC 8941 Item
 * whose value is a String, such as `"8e03978e-40d5"`. The same key without quotes is accepted too and means the same.
 * Returns the key, 1 to 255 characters. Throws `Failure("invalid_request")` that names the header.
 */
export function parseIdempotencyKey(value: string): string {
  const key = unquote(value.replace(OUTER_SPACES, ""));
  if (key === undefined)
    throw invalidKey(
      'must be a string in double quotes, such as "8e03978e-40d5", or one without spaces, commas and semicolons, in printable ASCII, sent once.',
    );
  if (key.length === 0) throw invalidKey("must not be empty.");
  if (key.length > MAX_LENGTH)
    throw invalidKey(`must have at most ${MAX_LENGTH} characters; it has ${key.length}.`);
  return key;
}

function unquote(text: string): string | undefined {
  if (text === "" || BARE.test(text)) return text;
  return QUOTED.exec(text)?.[1]
    ?.slice(1, -1)
    .replaceAll(/\\(["\\])/g, "$1");
}

function invalidKey(problem: string): Failure {
  return invalidHeader(IDEMPOTENCY_KEY, `The header ${IDEMPOTENCY_KEY} ${problem}`);
}
