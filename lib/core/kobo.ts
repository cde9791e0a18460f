/** An amount of naira in its minor unit: a whole number of kobo. Never a float, never negative on the wire. */
export type Kobo = bigint;

/** The largest amount a column of kobo can hold (a signed 64-bit integer). */
export const MAX_KOBO: Kobo = 2n ** 63n - 1n;

/** Writes kobo as the wire's decimal string with two places, e.g. `1250050n` as `"12500.50"` (§1, money). */
export function formatKobo(kobo: Kobo): string {
  const sign = kobo < 0n ? "-" : "";
  const digits = (kobo < 0n ? -kobo : kobo).toString().padStart(3, "0");
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/**
 * Reads a decimal string of naira into kobo; `undefined` where it is not a plain decimal with at most two places.
 * Trailing zeros beyond the second place are harmless and accepted, a third significant place is not.
 */
export function parseNaira(text: string): Kobo | undefined {
  const match = /^(\d{1,17})(?:\.(\d{1,2})0*)?$/.exec(text);
  if (!match) return undefined;
  return BigInt(match[1] ?? "0") * 100n + BigInt((match[2] ?? "").padEnd(2, "0"));
}

/** What each of so many payments comes to, to the nearest kobo; `undefined` of none. */
export function averageOf(sum: Kobo, count: number | bigint): Kobo | undefined {
  const payments = BigInt(count);
  return payments === 0n ? undefined : (2n * sum + payments) / (2n * payments);
}
