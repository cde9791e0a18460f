/** The longest text kept of what a bank sends for people to read, in characters. */
const LONGEST_TEXT = 500;
/** The longest identity taken; the longest documented one (Nomba's) has 54 characters. */
const LONGEST_KEY = 200;

/** Characters no reader needs and PostgreSQL partly refuses: controls, and halves of surrogate pairs. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}]+/gu;

/** The first `length` characters of a text, never half of one. */
export function cutText(text: string, length: number): string {
  return text.length <= length ? text : text.slice(0, length).replace(/[\uD800-\uDBFF]$/, "");
}

/** A bank's text made fit to store and to show: no control characters, trimmed, at most 500 long; nothing is `""`. */
export function cleanText(text: string | null | undefined): string {
  if (!text) return "";
  return cutText(text.replace(UNPRINTABLE, " ").trim(), LONGEST_TEXT).trim();
}

/** The first of these texts that says anything, cleaned; `""` where none does. */
export function firstText(...texts: (string | null | undefined)[]): string {
  for (const text of texts) {
    const clean = cleanText(text);
    if (clean !== "") return clean;
  }
  return "";
}

/**
 * Whether a text can be the identity of a payment. An identity is never mended, cut or trimmed, for two payments
 * could then become one: what is empty, too long, or holds what cannot be stored exactly is none. U+FFFD stands
 * where the bytes were not UTF-8.
 */
export function isIdentity(text: string | null | undefined): text is string {
  return (
    typeof text === "string" &&
    text.trim() !== "" &&
    text.length <= LONGEST_KEY &&
    !/[\p{Cc}\p{Cs}\uFFFD]/u.test(text)
  );
}
