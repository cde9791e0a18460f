import { readOrUnreadable } from "./parsing/message";
import type { BankCredit, Confirmation, ListedPayment, ListFormat } from "./provider";

/** Payments can reach a bank's list late; no bank documents how late [?], so a list begins this long before its watermark. */
const LIST_OVERLAP_MS = 15 * 60_000;

/** Returns the time from which payments since a watermark are listed. */
export function listStart(since: Date): Date {
  return new Date(since.getTime() - LIST_OVERLAP_MS);
}

/** Converts the rows of a bank's list. */
export function toListedPayments(format: ListFormat, rows: unknown[]): ListedPayment[] {
  return rows.map((row) => ({ message: parseListedRow(format, row), body: JSON.stringify(row) }));
}

/** Converts one decoded row of a bank's list. Never throws: returns `unreadable` if it cannot be parsed. */
export function parseListedRow(
  { event, parse }: Pick<ListFormat, "event" | "parse">,
  row: unknown,
): ListedPayment["message"] {
  return { event, ...readOrUnreadable(() => parse(row)) };
}

/** The confirmation that a bank has no usable record of a payment. */
export const UNKNOWN_PAYMENT: Confirmation = { status: "unknown" };

/**
 * Converts a bank's record of a payment, parsed by `parse`, to a confirmation: `unknown` if it is another payment's or
 * cannot be read.
 */
export function toConfirmation(paymentKey: string, parse: () => BankCredit): Confirmation {
  const credit = readOrUnreadable(parse);
  if (credit.kind === "unreadable" || credit.paymentKey !== paymentKey) return UNKNOWN_PAYMENT;
  const { status, amount, currency, account, accountReference, devices, reversal } = credit;
  return {
    status,
    amount,
    currency,
    ...(account !== "" && { account }),
    ...(accountReference !== "" && { accountReference }),
    ...(devices.length > 0 && { devices }),
    ...(reversal && { reversal }),
  };
}
