import type { Kobo } from "@/lib/core/money";
import type { BankCredit } from "../provider";
import { normalisePayerBank } from "./bank-names";
import { cleanText, firstNonEmptyText } from "./text";
import { parseBankTime } from "./time";

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
