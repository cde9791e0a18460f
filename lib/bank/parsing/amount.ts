import { formatKobo, type Kobo } from "@/lib/core/money";

/** The unit a bank writes its amounts in. */
export type Unit = "naira" | "kobo";

/** Decimal places of kobo in each unit. */
const PLACES: Record<Unit, number> = { naira: 2, kobo: 0 };

/**
 * The largest amount believed: 100 trillion naira. A column of kobo holds nine hundred of them, so that no sum of
 * plausible payments can overflow it.
 */
export const LARGEST_PAYMENT: Kobo = 10n ** 16n;

/** A JSON number, exponent included: Java banks write ten million as `1.0E7`. The lengths bound the work. */
const DECIMAL = /^(\d{1,30})(?:\.(\d{1,30}))?(?:[eE]([+-]?\d{1,2}))?$/;

/**
 * Reads a decimal text into kobo, exactly and without floats. `undefined` where it is no plain decimal, is negative,
 * or has a part smaller than one kobo; zeros beyond the last place are harmless.
 */
export function readKobo(text: string | null | undefined, unit: Unit): Kobo | undefined {
  const match = DECIMAL.exec(text?.trim() ?? "");
  if (!match) return undefined;
  const [, whole = "", fraction = "", exponent = "0"] = match;
  const digits = BigInt(whole + fraction);
  const shift = PLACES[unit] + Number(exponent) - fraction.length;
  if (shift >= 0) return digits * 10n ** BigInt(shift);
  const divisor = 10n ** BigInt(-shift);
  return digits % divisor === 0n ? digits / divisor : undefined;
}

/** Reads an amount that a payment can have: more than nothing and at most `LARGEST_PAYMENT`; else `undefined`. */
export function readPayment(text: string | null | undefined, unit: Unit): Kobo | undefined {
  const kobo = readKobo(text, unit);
  return kobo !== undefined && kobo > 0n && kobo <= LARGEST_PAYMENT ? kobo : undefined;
}

/** Reads what a bank charged: nothing up to `LARGEST_PAYMENT`. What it cannot have charged is `undefined`. */
export function readCharge(text: string | null | undefined, unit: Unit): Kobo | undefined {
  const kobo = readKobo(text, unit);
  return kobo !== undefined && kobo <= LARGEST_PAYMENT ? kobo : undefined;
}

/** An amount as a bank of that unit would write it: kobo as they are, naira with two places. */
export function writeKobo(kobo: Kobo, unit: Unit): string {
  return unit === "kobo" ? kobo.toString() : formatKobo(kobo);
}
