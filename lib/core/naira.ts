import { partThousands } from "./count";
import { formatKobo, type Kobo } from "./kobo";

/** An amount as the browser meets it: kobo, or the wire's decimal string (a difference may be negative). */
export type Money = Kobo | string;

const MINUS = "\u2212\u2009";

/** Reads the wire's decimal string, with or without a minus, into kobo. Throws `SyntaxError` on anything else. */
export function readMoney(money: Money): Kobo {
  return typeof money === "bigint" ? money : BigInt(money.replace(/\.(\d{2})$/, "$1"));
}

/** An amount in its parts, so that the kobo can step back a grey: sign, `₦42,912,500`, `.00`. */
export interface NairaParts {
  sign: string;
  whole: string;
  kobo: string;
}

/** Takes an amount apart. `plus` also signs what is above zero, as differences are. */
export function nairaParts(money: Money, { plus = false } = {}): NairaParts {
  const kobo = readMoney(money);
  const text = formatKobo(kobo < 0n ? -kobo : kobo);
  const sign = kobo < 0n ? MINUS : plus && kobo > 0n ? "+" : "";
  return { sign, whole: `₦${partThousands(text.slice(0, -3))}`, kobo: text.slice(-3) };
}

/** Writes an amount as people read it: `₦12,500.00`, `− ₦50.00` with a true minus and a thin space. */
export function formatNaira(money: Money, options?: { plus?: boolean }): string {
  const { sign, whole, kobo } = nairaParts(money, options);
  return sign + whole + kobo;
}

const SCALES = [
  [100_000_000_000n, "bn"],
  [100_000_000n, "m"],
  [100_000n, "k"],
] as const;

/** Writes an amount short, for axes and the labels of bars: `₦26.1m`, `₦500k`, `₦0`. Half a step rounds up. */
export function formatNairaCompact(money: Money): string {
  const kobo = readMoney(money);
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

/** Writes an amount as a sentence says it to a screen reader: `214,500 naira`, `214,500 naira 50 kobo`. */
export function spokenNaira(money: Money): string {
  const { sign, whole, kobo } = nairaParts(money);
  const minor = kobo === ".00" ? "" : ` ${Number(kobo.slice(1))} kobo`;
  return `${sign && "minus "}${whole.replace("₦", "")} naira${minor}`;
}
