/**
 * Invisible characters that reverse, hide or break adjacent text: controls, direction marks and overrides, zero-width
 * spaces. Joiners are not included, because some scripts need them.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression matches control characters
const INVISIBLE = /[\u0000-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

/** Removes invisible characters from an external text, and replaces line breaks and tabs by spaces. */
export function stripInvisibleCharacters(text: string): string {
  return text.replace(INVISIBLE, (match) => (/[\s\u2028\u2029]/.test(match) ? " " : "")).trim();
}

/** Short words without vowels that are not acronyms. */
const NOT_ACRONYMS = new Set(["mr", "mrs", "ms", "dr", "st", "jnr", "snr", "ltd"]);

function isAcronym(word: string): boolean {
  const letters = word.normalize("NFD").toLowerCase();
  return /^[b-df-hj-np-tv-xz]{2,4}$/.test(letters) && !NOT_ACRONYMS.has(letters);
}

/** `O'Neil` has two capitals, `Sa'adu` has one: an apostrophe starts a name only after a single letter. */
function titleWord(word: string): string {
  if (isAcronym(word)) return word.toUpperCase();
  const [first = "", ...rest] = word.normalize("NFC").toLowerCase();
  const name = first.toUpperCase() + rest.join("");
  return name.replace(/^(\p{L})(['’])(\p{Ll})/u, (_, start, mark, next) => start + mark + next.toUpperCase());
}

/**
 * Formats a payer's name for display: banks send upper case, which becomes title case. A name in mixed case stays as
 * written. Screens show the raw name on hover.
 */
export function formatPayerName(raw: string): string {
  const name = stripInvisibleCharacters(raw).replace(/\s+/g, " ");
  const isMixed = /\p{Ll}/u.test(name) && /\p{Lu}/u.test(name);
  return isMixed ? name : name.replace(/[^\s\-/.,()&]+/gu, titleWord);
}

/** Returns the initials of the first and the last name: `AN`. */
export function getInitials(name: string): string {
  const words = stripInvisibleCharacters(name).split(/\s+/).filter(Boolean);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return ends.map((word) => [...(word ?? "").normalize("NFC")][0]?.toUpperCase() ?? "").join("");
}

/** Shortens a name for public screens: `Chinedu O.` */
export function formatPublicName(raw: string): string {
  const [first = "", ...rest] = formatPayerName(raw).split(" ");
  const last = [...(rest.at(-1) ?? "").normalize("NFC")][0];
  return last ? `${first} ${last.toUpperCase()}.` : first;
}

/** Returns the last four digits of an account number; empty if it has no more than four. */
export function getLastFourDigits(account: string): string {
  return account.length > 4 ? account.slice(-4) : "";
}

/** Masks an account number except its last four digits: `•• 4471`; masks it completely if it has no more than four. */
export function maskAccount(account: string): string {
  return `•• ${getLastFourDigits(account)}`.trim();
}

/** Groups a ten-digit collection account as 4-3-3: `9951 204 773`. Other lengths stay unchanged. */
export function formatCollectionAccount(account: string): string {
  return account.replace(/^(\d{4})(\d{3})(\d{3})$/, "$1 $2 $3");
}
