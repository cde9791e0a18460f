/**
 * Characters that draw nothing but turn, hide or break what stands beside them: controls, marks and overrides of
 * direction, zero-width spaces. Joiners stay: scripts need them.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const UNSEEN = /[\u0000-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

/** A text from outside that can harm no line it is shown in: unseen characters become nothing, or a space. */
export function stripInvisibleCharacters(text: string): string {
  return text.replace(UNSEEN, (unseen) => (/[\s\u2028\u2029]/.test(unseen) ? " " : "")).trim();
}

/** Words of few letters that are said, not spelt out. */
const SAID = new Set(["mr", "mrs", "ms", "dr", "st", "jnr", "snr", "ltd"]);

function isSpeltOut(word: string): boolean {
  const letters = word.normalize("NFD").toLowerCase();
  return (
    letters.length >= 2 && letters.length <= 4 && /^[b-df-hj-np-tv-xz]+$/.test(letters) && !SAID.has(letters)
  );
}

/** `O'Neil` has two capitals, `Sa'adu` has one: an apostrophe starts a name only after a single letter. */
function titleWord(word: string): string {
  if (isSpeltOut(word)) return word.toUpperCase();
  const [first = "", ...rest] = word.normalize("NFC").toLowerCase();
  const name = first.toUpperCase() + rest.join("");
  return name.replace(/^(\p{L})(['’])(\p{Ll})/u, (_, start, mark, next) => start + mark + next.toUpperCase());
}

/**
 * A payer's name as it is shown: banks send capitals, people read names. A name that is already in both cases is left
 * as its owner wrote it. The raw name stays for the hover.
 */
export function payerName(raw: string): string {
  const name = stripInvisibleCharacters(raw).replace(/\s+/g, " ");
  const isMixed = /\p{Ll}/u.test(name) && /\p{Lu}/u.test(name);
  return isMixed ? name : name.replace(/[^\s\-/.,()&]+/gu, titleWord);
}

/** The first letters of the first and the last name: `AN`. */
export function initialsOf(name: string): string {
  const words = stripInvisibleCharacters(name).split(/\s+/).filter(Boolean);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return ends.map((word) => [...(word ?? "").normalize("NFC")][0]?.toUpperCase() ?? "").join("");
}

/** A name for a screen that everybody sees: `Chinedu O.` */
export function publicName(raw: string): string {
  const [first = "", ...rest] = payerName(raw).split(" ");
  const last = [...(rest.at(-1) ?? "").normalize("NFC")][0];
  return last ? `${first} ${last.toUpperCase()}.` : first;
}

/** The last four digits of an account number; empty for one that is no longer than that. */
export function accountTail(account: string): string {
  return account.length > 4 ? account.slice(-4) : "";
}

/** An account number down to its last four digits: `•• 4471`; one that is no longer than that shows none. */
export function maskAccount(account: string): string {
  return `•• ${accountTail(account)}`.trim();
}

/** A collection account as it is read out, 4-3-3: `9951 204 773`. Any other length is left as it is. */
export function groupAccount(account: string): string {
  return account.replace(/^(\d{4})(\d{3})(\d{3})$/, "$1 $2 $3");
}
