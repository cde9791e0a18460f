/** Parts the thousands of a whole number. A browser's own first formatter would cost a phone 100 ms of every page. */
export function partThousands(digits: string): string {
  return digits.replace(/\B(?=(?:\d{3})+$)/g, ",");
}

/** Writes a count with its thousands parted: `1,631`. */
export function formatCount(count: number | bigint): string {
  return partThousands(String(count));
}

/** Writes a count with its word, in the singular where there is one: `1 payment`, `1,631 payments`. */
export function countOf(count: number | bigint, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${BigInt(count) === 1n ? one : many}`;
}

/** Writes a rate with two decimals. Short of all it never reads `100.00%`, and short of none never `0.00%`. */
export function formatRate(part: number | bigint, whole: number | bigint): string {
  const [some, all] = [BigInt(part), BigInt(whole)];
  if (all === 0n) return "–";
  let hundredths = (some * 10_000n + all / 2n) / all;
  if (some < all && hundredths > 9_999n) hundredths = 9_999n;
  if (some > 0n && hundredths === 0n) hundredths = 1n;
  return `${hundredths / 100n}.${(hundredths % 100n).toString().padStart(2, "0")}%`;
}

/**
 * Shares of a whole in whole percent that add up to 100: what rounding leaves over goes to the largest remainders.
 * All zero where there is nothing to share.
 */
export function sharesOf(parts: readonly (number | bigint)[]): number[] {
  const sizes = parts.map(BigInt);
  const whole = sizes.reduce((sum, size) => sum + size, 0n);
  if (whole === 0n) return sizes.map(() => 0);
  const shares = sizes.map((size) => Number((size * 100n) / whole));
  const rest = 100 - shares.reduce((sum, share) => sum + share, 0);
  const byRemainder = sizes
    .map((size, index) => ({ index, remainder: (size * 100n) % whole }))
    .sort((a, b) => (a.remainder === b.remainder ? a.index - b.index : a.remainder < b.remainder ? 1 : -1));
  for (const { index } of byRemainder.slice(0, rest)) shares[index] = (shares[index] ?? 0) + 1;
  return shares;
}
