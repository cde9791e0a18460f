/** The longest stored display text of a bank, in characters. */
const MAX_TEXT_LENGTH = 500;
/** The longest accepted identity; the longest documented one (Nomba's) has 54 characters. */
const MAX_KEY_LENGTH = 200;

/** Control characters and unpaired surrogates, some of which PostgreSQL refuses. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}]+/gu;

/** Truncates a text to `length` characters without splitting a surrogate pair. */
export function truncateText(text: string, length: number): string {
  return text.length <= length ? text : text.slice(0, length).replace(/[\uD800-\uDBFF]$/, "");
}

/** Cleans a bank's text for storage and display: no control characters, trimmed, at most 500 characters; `""` if absent. */
export function cleanText(text: string | null | undefined): string {
  if (!text) return "";
  return truncateText(text.replace(UNPRINTABLE, " ").trim(), MAX_TEXT_LENGTH).trim();
}

/** Returns the first text that is not empty after cleaning; `""` if there is none. */
export function firstNonEmptyText(...texts: (string | null | undefined)[]): string {
  for (const text of texts) {
    const clean = cleanText(text);
    if (clean !== "") return clean;
  }
  return "";
}

/**
 * Whether a text can be the identity of a payment: not blank, not too long, and stored exactly. An identity is never
 * cleaned, truncated or trimmed, because two payments could then become one. U+FFFD marks bytes that were not UTF-8.
 */
export function isIdentity(text: string | null | undefined): text is string {
  return (
    typeof text === "string" &&
    text.trim() !== "" &&
    text.length <= MAX_KEY_LENGTH &&
    !/[\p{Cc}\p{Cs}\uFFFD]/u.test(text)
  );
}
