import { z } from "zod";
import { Amount, type Kobo } from "@/lib/core/money";
import { Instant } from "@/lib/core/time";
import { CHANNELS, TransactionStatus } from "@/lib/core/transaction";
import { normalisePayerBank } from "./bank-names";
import { cleanText, firstNonEmptyText } from "./text";
import { parseBankTime } from "./time";

/** The kinds of a reversal that a bank's own record can state by the status of a payment. */
export const STATED_REVERSALS = ["refund", "reversal"] as const;

/**
 * A payment as a bank reports it, in normalised form: kobo, UTC and our enum values. Absent texts are `""`. The schema
 * also encodes a credit as JSON for an exception that stores it, so that it can still be recorded later.
 */
export const BankCredit = z.object({
  kind: z.literal("credit"),
  /** The payment's identity at this bank, never empty (`docs/architecture.md`, identity of a payment). */
  paymentKey: z.string(),
  amount: Amount,
  /**
   * `NGN` if the notification states none (absent or null). A string is trimmed and converted to upper case; any other
   * JSON value, and an empty string, is `?`. Anything but NGN becomes an exception.
   */
  currency: z.string(),
  /** A channel outside the two of §2.5 (card, USSD, checkout) is `unsupported` and becomes an exception. */
  channel: z.enum([...CHANNELS, "unsupported"]),
  status: TransactionStatus,
  /** The collection account credited (digits), or `""`. */
  account: z.string(),
  /** Our reference of the credited account if the notification has it, else `""`. */
  accountReference: z.string().default(""),
  /** Every device identifier in the notification, most specific first; the first paired one is used. */
  devices: z.array(z.string()),
  senderName: z.string(),
  senderAccount: z.string(),
  /** The CBN code if the bank is found, else the reported code, else `""`. */
  senderBank: z.string(),
  /** The bank's reported name, for display. */
  senderBankName: z.string(),
  narration: z.string(),
  bankRef: z.string(),
  /** The time of payment; if absent, the time of receipt is used. */
  paidAt: Instant.optional(),
  fee: Amount.optional(),
  stampDuty: Amount.optional(),
  /** True if the signature does not cover the amount: in live mode it stays pending until a re-query confirms it. */
  needsConfirmation: z.boolean().optional(),
  /** What came back of a successful payment, if the bank's own record states it by the payment's status. */
  reversal: z.enum(STATED_REVERSALS).optional(),
});
export type BankCredit = z.output<typeof BankCredit>;

/** What two reports of one payment are compared by. */
export interface StatedPayment {
  amount: Kobo;
  currency: string;
  channel: string;
  /** The credited account, `""` if the report states none, or null if there is none. */
  account: string | null;
  /** The device identifiers; empty if the report states none. */
  devices: readonly string[];
}

/**
 * Whether two reports with the same payment key agree in amount, currency, channel and destination, whatever their status. A
 * report without an account or device matches any: a bank's list does not always state them.
 */
export function isSamePayment(one: StatedPayment, other: StatedPayment): boolean {
  const { amount, currency, channel } = one;
  if (amount !== other.amount || currency !== other.currency || channel !== other.channel) return false;
  const isSameAccount = one.account === "" || other.account === "" || one.account === other.account;
  if (channel === "bank_transfer") return isSameAccount;
  const isSameDevice =
    one.devices.length === 0 ||
    other.devices.length === 0 ||
    one.devices.some((device) => other.devices.includes(device));
  return isSameDevice && (channel === "pos" || isSameAccount);
}

type Text = string | null | undefined;

/** A credit in the bank's texts. The required key, amount and status are already parsed. */
interface CreditTexts {
  paymentKey: string;
  amount: Kobo;
  channel: BankCredit["channel"];
  status: BankCredit["status"];
  currency?: Text;
  account?: Text;
  accountReference?: Text;
  /** Most specific first. */
  devices?: Text[];
  senderName?: Text;
  senderAccount?: Text;
  senderBankCode?: Text;
  senderBankName?: Text;
  narration?: Text;
  /** The bank's references, the one for display first. */
  refs: Text[];
  paidAt?: Text;
  /** The zone of a `paidAt` without one; default Nigerian time. */
  timeZone?: string;
  fee?: Kobo;
  stampDuty?: Kobo;
}

/**
 * Parses a currency: NGN if absent or null, because these banks' accounts are in naira; a string is trimmed and converted
 * to upper case. Any other JSON value, an empty string, and a text that is NGN only after removing control characters are
 * `?`, an unsupported currency.
 */
export function parseCurrency(text: Text): string {
  if (text === null || text === undefined) return NAIRA;
  if (text.trim().toUpperCase() === NAIRA) return NAIRA;
  const clean = cleanText(text).toUpperCase();
  return clean === "" || clean === NAIRA || NUMBER.test(clean) ? "?" : clean;
}

const NAIRA = "NGN";
/** A JSON number, which is decoded as text. */
const NUMBER = /^-?\d/;

/** Builds a credit from a bank's texts: cleaned, in kobo and UTC. Absent texts are `""`; an invalid time is absent. */
export function buildCredit(texts: CreditTexts): BankCredit {
  // Spreads come last, here and in the callers: V8 creates members after a spread slowly, a microsecond each.
  const devices = (texts.devices ?? []).map(cleanText).filter((device) => device !== "");
  return {
    kind: "credit",
    paymentKey: texts.paymentKey,
    amount: texts.amount,
    currency: parseCurrency(texts.currency),
    channel: texts.channel,
    status: texts.status,
    account: cleanText(texts.account),
    accountReference: cleanText(texts.accountReference),
    devices: [...new Set(devices)],
    senderName: cleanText(texts.senderName),
    senderAccount: cleanText(texts.senderAccount),
    narration: cleanText(texts.narration),
    bankRef: firstNonEmptyText(...texts.refs),
    ...normalisePayerBank(texts.senderBankCode, texts.senderBankName),
    ...optional("paidAt", parseBankTime(texts.paidAt, texts.timeZone)),
    ...optional("fee", texts.fee),
    ...optional("stampDuty", texts.stampDuty),
  };
}

function optional<Name extends string, Value>(
  name: Name,
  value: Value | undefined,
): { [key in Name]?: Value } {
  return value === undefined ? {} : ({ [name]: value } as { [key in Name]?: Value });
}
