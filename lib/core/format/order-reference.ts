import type { Id } from "../ids";

/** The most letters and digits of a reference, and the fewest. */
const MAX_KEY_LENGTH = 40;
const MIN_KEY_LENGTH = 4;
/** The most parts of a reference: `A-1-2-3` has four. */
const MAX_PARTS = 4;

const FORM = new RegExp(`^[A-Za-z0-9]+(?:[-_./][A-Za-z0-9]+){0,${MAX_PARTS - 1}}$`);

/** What a reference must look like, for the message of an error. */
export const REFERENCE_RULE =
  `must have ${MIN_KEY_LENGTH} to ${MAX_KEY_LENGTH} letters (A-Z) and digits, at least one of each, ` +
  "with single - _ . or / between them in at most three places, such as ORD-4821";

/** A place in a narration where a reference with this key can be. `start` and `end` count words. */
export interface Occurrence {
  key: string;
  parts: string[];
  start: number;
  end: number;
}

/** Splits a reference into the parts between its separators, in lower case. */
const referenceParts = (reference: string): string[] => reference.toLowerCase().split(/[-_./]/);

const compact = (reference: string): string => referenceParts(reference).join("");

/** Returns the stored key of a reference; two references of a session with the same key are the same. */
export const referenceKey = (sessionId: Id<"session">, reference: string): string =>
  `${sessionId} ${compact(reference)}`;

const canBeKey = (key: string) =>
  key.length >= MIN_KEY_LENGTH && key.length <= MAX_KEY_LENGTH && /[a-z]/.test(key) && /\d/.test(key);

/** Returns whether a text has the form of a reference, which can be a whole word of a narration but no ordinary word or number. */
export const isReference = (text: string): boolean => FORM.test(text) && canBeKey(compact(text));

/**
 * Splits a narration into words: the longest runs of letters, digits and combining marks of any script, in lower case and
 * in compatibility form (NFKC, so that full-width letters equal ordinary ones). Invisible characters, such as marks of
 * the writing direction, are removed; all others separate words.
 */
function splitWords(narration: string): string[] {
  const text = narration.normalize("NFKC").replace(/\p{Cf}+/gu, "");
  return text.toLowerCase().match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
}

/** Finds every place in a narration that can be a reference: up to four consecutive words with a letter and a digit. */
export function findOccurrences(narration: string): Occurrence[] {
  const words = splitWords(narration);
  const found: Occurrence[] = [];
  for (const start of words.keys()) {
    let key = "";
    for (let end = start; end < Math.min(words.length, start + MAX_PARTS); end++) {
      const word = words[end] ?? "";
      key += word;
      if (key.length > MAX_KEY_LENGTH || !/^[a-z0-9]+$/.test(word)) break;
      if (canBeKey(key)) found.push({ key, parts: words.slice(start, end + 1), start, end });
    }
  }
  return found;
}

/**
 * Returns whether a place contains a reference as a whole: as one word without its separators, or as the same parts, with
 * any separators between them. `ORD-4821` is in `ord 4821`, `ORD/4821` and `ORD4821`; `ORD4821` is not in `ORD 4821`.
 */
export function isReferenceAt({ key, parts }: Occurrence, reference: string): boolean {
  const wanted = referenceParts(reference);
  if (parts.length === 1) return key === wanted.join("");
  return parts.length === wanted.length && parts.every((part, index) => part === wanted[index]);
}
