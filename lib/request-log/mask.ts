import { maskAccount } from "@/lib/core/format/payer-format";
import { PREFIXES } from "@/lib/core/ids";

/** Stands for a value that the log does not show. */
export const MASK = "•••";

/** The longest body that the log stores, in characters; a longer one is cut. */
const MAX_BODY_LENGTH = 8_192;
const MAX_PATH_LENGTH = 400;
/** The elements of an array that the log stores: the first ones, and how many follow. */
export const LOGGED_ELEMENTS = 5;

/** An id of this service, a terminal's id, or a UUID: shown as it is, although it may contain nine digits in a row. */
const ID =
  /^(?:[a-z]{2,3}_[0-9a-hjkmnp-tv-z]{26}|pos_[0-9a-z]{1,26}_\d{3}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i;
const AMOUNT = /^-?\d+\.\d\d$/;
/** The forms of secrets: keys of this service and of banks, signing secrets, tokens, and any long run of their characters. */
const SECRET = /(?:tk_|sk_|pk_|whsec_|ghp_|xox|eyJ)[\w+/=.-]*|[\w+/=-]{32,}/g;
/** Nine digits or more, also in groups: account numbers, telephone numbers, card numbers. */
const LONG_NUMBER = /\d(?:[ .-]?\d){8,}/g;
/** A date or time of ISO 8601, which a long number would match. */
const TIME = /^\d{4}-\d\d-\d\d(?:T[\d:.]{4,12}(?:Z|[+-]\d\d:?\d\d)?)?$/;
/** Matches only from the start of a word: from each of its characters, the time would be quadratic in its length. */
const EMAIL = /(?<![^\s@/])[^\s@/]+@[^\s@/]+/g;

/** Masks secrets, long numbers (to their last four digits) and e-mail addresses inside a text. */
export function maskText(text: string): string {
  if (ID.test(text) || TIME.test(text)) return text;
  return text
    .toWellFormed()
    .replaceAll("\0", "")
    .replace(EMAIL, MASK)
    .replace(SECRET, (found) => (ID.test(found) ? found : MASK))
    .replace(LONG_NUMBER, (found) => maskAccount(found.replace(/\D/g, "")));
}

/** The texts of requests and responses that identify no person; all others are masked whole. */
const SHOWN_TEXTS = new Set(
  (
    "id session_id status external_event_id currency terminal_id label role channel bank_name bank_code sender_bank " +
    "account_name created_at paid_at assigned_at starts_at ends_at expires_at reconciled_at generated_at event reference mode " +
    "type title code detail pointer parameter header request_id"
  ).split(" "),
);
const SHOWN_NUMBERS = /(?:^|_)(?:count|limit|offset|status|position)$/;
const ACCOUNTS: ReadonlySet<string> = new Set(["account_number", "sender_account"]);

function maskUrl(text: string): string {
  try {
    const { origin, pathname, search } = new URL(text);
    return pathname === "/" && search === "" ? origin : `${origin}/${MASK}`;
  } catch {
    return MASK;
  }
}

/** Masks a text by the name of its member and the names beside it: the name of an event is shown, a person's is not. */
function maskMember(name: string, text: string, beside: object): string {
  if (ACCOUNTS.has(name)) return maskAccount(text);
  if (AMOUNT.test(text)) return text;
  if (name === "webhook_url") return maskUrl(text);
  const isShown = SHOWN_TEXTS.has(name) || (name === "name" && "external_event_id" in beside);
  return isShown ? maskText(text) : MASK;
}

/** Cache of whether the names of members and parameters are shown; it is limited, because callers can invent names. */
const shownNames = new Map<string, boolean>();
const MAX_REMEMBERED_NAMES = 1_000;
/** No id, date or word that is shown is longer; a longer name is neither shown nor remembered. */
const MAX_NAME_LENGTH = 40;

/** A word without digits, as members, parameters and paths of an API have; an id or a date, as keys of a summary are. */
function isShownName(name: string): boolean {
  if (name.length > MAX_NAME_LENGTH) return false;
  const known = shownNames.get(name);
  if (known !== undefined) return known;
  const isShown = (/^[a-z_]+$/i.test(name) && maskText(name) === name) || ID.test(name) || TIME.test(name);
  if (shownNames.size >= MAX_REMEMBERED_NAMES) shownNames.clear();
  shownNames.set(name, isShown);
  return isShown;
}

/** Levels of nested objects and arrays that the log shows; no body of this API has as many. */
const MAX_DEPTH = 20;

/** Masks a value inside `depth` objects and arrays. */
function maskValue(name: string, value: unknown, beside: object, depth = 0): unknown {
  if (typeof value === "string") return maskMember(name, value, beside);
  if (typeof value === "number") return SHOWN_NUMBERS.test(name) && Math.abs(value) < 1e8 ? value : MASK;
  if (value === null || typeof value === "boolean") return value;
  if (name === "metadata" || depth === MAX_DEPTH) return MASK;
  if (Array.isArray(value)) {
    const shown = value
      .slice(0, LOGGED_ELEMENTS)
      .map((element) => maskValue(name, element, beside, depth + 1));
    return value.length > LOGGED_ELEMENTS ? [...shown, `… ${value.length - LOGGED_ELEMENTS} more`] : shown;
  }
  return maskObject(value as object, depth + 1);
}

function maskObject(object: object, depth: number): object {
  // Without a prototype, so that `__proto__` is an ordinary name.
  const masked: Record<string, unknown> = Object.create(null);
  for (const [name, value] of Object.entries(object).slice(0, 200))
    masked[isShownName(name) ? name : MASK] = maskValue(name, value, object, depth);
  return masked;
}

/**
 * Masks a JSON body and cuts it to the size that the log stores. Shows the members of this API that contain no personal data,
 * account numbers by their last four digits, and of anything else only that it was there. A body that is not JSON is not
 * shown at all.
 */
export function maskBody(body: string): string {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return `${MASK} ${body.length} characters that are not JSON`;
  }
  const text = JSON.stringify(maskValue("", value, {}));
  return text.length > MAX_BODY_LENGTH ? `${text.slice(0, MAX_BODY_LENGTH)}…` : text;
}

const SHOWN_QUERY = new Set(["session_id", "limit", "offset", "status"]);

/** The form of an id of this service, or of a mistyped one. */
const LIKE_ID = new RegExp(`^(?:pos|${Object.values(PREFIXES).join("|")})_\\w{1,40}$`);

/** Shows a segment that is an id, a number of up to eight digits, or a word in lower case; a longer number by its end. */
function maskSegment(segment: string): string {
  if (segment === "" || ID.test(segment)) return segment;
  const isPlain = /^(?:v\d|\d{1,8}|[a-z][a-z_-]{0,29})$/.test(segment) || LIKE_ID.test(segment);
  return isPlain && maskText(segment) === segment ? segment : MASK;
}

/** Masks the path and query of a request: segments like texts, and the values of parameters that this API has not. */
export function maskPath(url: string): string {
  const { pathname, searchParams } = new URL(url);
  const path = pathname.split("/").map(maskSegment).join("/");
  const query = [...searchParams].map(([name, value]) => {
    const shownName = isShownName(name) ? name : MASK;
    return `${shownName}=${SHOWN_QUERY.has(name) ? maskSegment(value) : MASK}`;
  });
  const whole = query.length > 0 ? `${path}?${query.join("&")}` : path;
  return whole.length > MAX_PATH_LENGTH ? `${whole.slice(0, MAX_PATH_LENGTH)}…` : whole;
}
