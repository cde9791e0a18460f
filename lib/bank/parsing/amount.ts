import { formatKobo, type Kobo } from "@/lib/core/money";

/** The unit of a bank's amounts. */
export type Unit = "naira" | "kobo";

/** The decimal places of an amount in each unit. */
const DECIMAL_PLACES: Record<Unit, number> = { naira: 2, kobo: 0 };

/** The largest accepted amount: 100 trillion naira. A bigint column of kobo can hold 900 times that, so sums do not overflow. */
export const MAX_PAYMENT_KOBO: Kobo = 10n ** 16n;

/** A JSON number, including an exponent: Java serialises ten million as `1.0E7`. The length limits bound the work. */
const DECIMAL = /^(\d{1,30})(?:\.(\d{1,30}))?(?:[eE]([+-]?\d{1,2}))?$/;

/**
 * Parses a decimal text to kobo exactly, without floats. Returns `undefined` if it is not a plain decimal, is negative, or
 * has a non-zero fraction of a kobo.
 */
export function parseKobo(text: string | null | undefined, unit: Unit): Kobo | undefined {
  const match = DECIMAL.exec(text?.trim() ?? "");
  if (!match) return undefined;
  const [, whole = "", fraction = "", exponent = "0"] = match;
  const digits = BigInt(whole + fraction);
  const shift = DECIMAL_PLACES[unit] + Number(exponent) - fraction.length;
  if (shift >= 0) return digits * 10n ** BigInt(shift);
  const divisor = 10n ** BigInt(-shift);
  return digits % divisor === 0n ? digits / divisor : undefined;
}

/** Parses a payment's amount; `undefined` unless it is positive and at most `MAX_PAYMENT_KOBO`. */
export function parsePaymentAmount(text: string | null | undefined, unit: Unit): Kobo | undefined {
  const kobo = parseKobo(text, unit);
  return kobo !== undefined && kobo > 0n && kobo <= MAX_PAYMENT_KOBO ? kobo : undefined;
}

/** Parses a fee; `undefined` unless it is from 0 to `MAX_PAYMENT_KOBO`. */
export function parseFee(text: string | null | undefined, unit: Unit): Kobo | undefined {
  const kobo = parseKobo(text, unit);
  return kobo !== undefined && kobo <= MAX_PAYMENT_KOBO ? kobo : undefined;
}

/** Formats an amount in a bank's unit: kobo as an integer, naira with two decimal places. */
export function formatBankAmount(kobo: Kobo, unit: Unit): string {
  return unit === "kobo" ? kobo.toString() : formatKobo(kobo);
}
