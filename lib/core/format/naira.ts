import { formatKobo, type Kobo, parseNaira } from "../kobo";
import { groupThousands } from "./count";

/** An amount in the browser: kobo, or the API's decimal string (differences can be negative). */
export type Money = Kobo | string;

const MINUS = "\u2212\u2009";

/** Converts an amount to kobo; the API's decimal string may have a minus. Throws `SyntaxError` for any other text. */
export function toKobo(money: Money): Kobo {
  return typeof money === "bigint" ? money : BigInt(money.replace(/\.(\d{2})$/, "$1"));
}

/** The parts of a formatted amount, so that the kobo can be grey: sign, `₦42,912,500`, `.00`. */
export interface NairaParts {
  sign: string;
  whole: string;
  kobo: string;
}

/** Splits an amount into its parts. `plus` adds a plus sign to positive amounts, for differences. */
export function nairaParts(money: Money, { plus = false } = {}): NairaParts {
  const kobo = toKobo(money);
  const text = formatKobo(kobo < 0n ? -kobo : kobo);
  const sign = kobo < 0n ? MINUS : plus && kobo > 0n ? "+" : "";
  return { sign, whole: `₦${groupThousands(text.slice(0, -3))}`, kobo: text.slice(-3) };
}

/** Formats an amount for display: `₦12,500.00`, `− ₦50.00` with a minus sign (U+2212) and a thin space. */
export function formatNaira(money: Money, options?: { plus?: boolean }): string {
  const { sign, whole, kobo } = nairaParts(money, options);
  return sign + whole + kobo;
}

const SCALES = [
  [100_000_000_000n, "bn"],
  [100_000_000n, "m"],
  [100_000n, "k"],
] as const;

/** Formats an amount compactly for axes and bar labels: `₦26.1m`, `₦500k`, `₦0`. Half a step rounds up. */
export function formatNairaCompact(money: Money): string {
  const kobo = toKobo(money);
  const size = kobo < 0n ? -kobo : kobo;
  const sign = kobo < 0n ? MINUS : "";
  for (const [index, [unit, name]] of SCALES.entries()) {
    if (size < unit) continue;
    const tenths = (size * 10n + unit / 2n) / unit;
    const larger = SCALES[index - 1];
    if (larger && tenths >= 10_000n) return `${sign}₦1${larger[1]}`;
    const tail = tenths % 10n === 0n ? "" : `.${tenths % 10n}`;
    return `${sign}₦${tenths / 10n}${tail}${name}`;
  }
  return `${sign}₦${(size + 50n) / 100n}`;
}

/** Formats an amount for screen readers: `214,500 naira`, `214,500 naira 50 kobo`. */
export function formatNairaForScreenReader(money: Money): string {
  const { sign, whole, kobo } = nairaParts(money);
  const minor = kobo === ".00" ? "" : ` ${Number(kobo.slice(1))} kobo`;
  return `${sign && "minus "}${whole.replace("₦", "")} naira${minor}`;
}

/** What to type as an amount; shown at a field whose amount cannot be read. */
export const AMOUNT_EXPECTED = "type naira, such as 12,500 or 12,500.50.";

/**
 * Parses an amount as people type it: `12,500`, `₦12500` and `12500.5` become the API's `12500.00` and `12500.50`.
 * `undefined` if it is not an amount; a comma counts only between groups of three digits, so `12,50` is not read as
 * 1,250.
 */
export function parseTypedNaira(text: string): string | undefined {
  const bare = text.replace(/[\s₦]/gu, "").replace(/^NGN/i, "");
  if (bare.includes(",") && !/^\d{1,3}(,\d{3})+(\.\d*)?$/.test(bare)) return undefined;
  const kobo = parseNaira(bare.replaceAll(",", "").replace(/\.$/, ""));
  return kobo === undefined ? undefined : formatKobo(kobo);
}
