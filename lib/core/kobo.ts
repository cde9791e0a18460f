/** An amount in kobo, the minor unit of the naira. Never a float, never negative in the API. */
export type Kobo = bigint;

/** The largest amount of a kobo column (a signed 64-bit integer). */
export const MAX_KOBO: Kobo = 2n ** 63n - 1n;

/** Formats kobo as the API's decimal string with two places, e.g. `1250050n` as `"12500.50"` (§1, money). */
export function formatKobo(kobo: Kobo): string {
  const sign = kobo < 0n ? "-" : "";
  const digits = (kobo < 0n ? -kobo : kobo).toString().padStart(3, "0");
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/**
 * Parses a decimal string of naira to kobo; `undefined` if it is not a plain decimal with at most two places. Zeros
 * beyond the second place are accepted; a third significant place is not.
 */
export function parseNaira(text: string): Kobo | undefined {
  const match = /^(\d{1,17})(?:\.(\d{1,2})0*)?$/.exec(text);
  if (!match) return undefined;
  return BigInt(match[1] ?? "0") * 100n + BigInt((match[2] ?? "").padEnd(2, "0"));
}

/** Returns the average payment, rounded to the nearest kobo; `undefined` if there are none. */
export function computeAverage(sum: Kobo, count: number | bigint): Kobo | undefined {
  const payments = BigInt(count);
  return payments === 0n ? undefined : (2n * sum + payments) / (2n * payments);
}
