/** Inserts thousands separators. The browser's `Intl.NumberFormat` would cost a phone 100 ms on every page. */
export function groupThousands(digits: string): string {
  return digits.replace(/\B(?=(?:\d{3})+$)/g, ",");
}

/** Formats a count with thousands separators: `1,631`. */
export function formatCount(count: number | bigint): string {
  return groupThousands(String(count));
}

const plurals = new Intl.PluralRules("en");

/** Picks the words for a count, by the plural rules of English. */
export function pickPlural(count: number | bigint, one: string, many: string): string {
  return plurals.select(Number(count)) === "one" ? one : many;
}

/** Formats a count with its noun, in singular or plural: `1 payment`, `1,631 payments`. */
export function formatCountWithNoun(count: number | bigint, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${pickPlural(count, one, many)}`;
}

/** Formats a rate with two decimals. Only a full rate is `100.00%`, and only a zero rate is `0.00%`. */
export function formatRate(part: number | bigint, whole: number | bigint): string {
  const [some, all] = [BigInt(part), BigInt(whole)];
  if (all === 0n) return "–";
  let hundredths = (some * 10_000n + all / 2n) / all;
  if (some < all && hundredths > 9_999n) hundredths = 9_999n;
  if (some > 0n && hundredths === 0n) hundredths = 1n;
  return `${hundredths / 100n}.${(hundredths % 100n).toString().padStart(2, "0")}%`;
}

/**
 * Computes shares in whole percent that add up to 100 (largest remainder method). All zero if the sum is zero.
 */
export function computeShares(parts: readonly (number | bigint)[]): number[] {
  const sizes = parts.map(BigInt);
  const whole = sizes.reduce((sum, size) => sum + size, 0n);
  if (whole === 0n) return sizes.map(() => 0);
  const shares = sizes.map((size) => Number((size * 100n) / whole));
  const missing = 100 - shares.reduce((sum, share) => sum + share, 0);
  const byRemainder = sizes
    .map((size, index) => ({ index, remainder: (size * 100n) % whole }))
    .sort((a, b) => (a.remainder === b.remainder ? a.index - b.index : a.remainder < b.remainder ? 1 : -1));
  for (const { index } of byRemainder.slice(0, missing)) shares[index] = (shares[index] ?? 0) + 1;
  return shares;
}
