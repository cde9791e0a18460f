import type { Kobo } from "@/lib/core/money";
import { payerBank } from "../bank-names";
import type { BankCredit } from "../provider";
import { readMoment } from "./clock";
import { cleanText, firstText } from "./text";

type Text = string | null | undefined;

/** A credit in the bank's own texts. Identity, amount and status have been read already, for they may not be absent. */
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
  /** The references the bank gives, the one for people first. */
  refs: Text[];
  paidAt?: Text;
  /** The zone of `paidAt` where it names none; the banks' own when absent. */
  timeZone?: string;
  fee?: Kobo;
  stampDuty?: Kobo;
}

/**
 * The currency that a member states: NGN where it is absent or null, for these banks hold naira accounts. A string is
 * trimmed and upper case. Any other JSON value, an empty string and a text that only looks like NGN once its control
 * characters are gone are `?`, an unsupported currency.
 */
export function currencyOf(text: Text): string {
  if (text === null || text === undefined) return NAIRA;
  if (text.trim().toUpperCase() === NAIRA) return NAIRA;
  const clean = cleanText(text).toUpperCase();
  return clean === "" || clean === NAIRA || NUMBER.test(clean) ? "?" : clean;
}

const NAIRA = "NGN";
/** A JSON number, which arrives as its text. */
const NUMBER = /^-?\d/;

/**
 * The credit that a bank's texts describe: cleaned, in kobo, in UTC. What the bank left out is `""` or absent. A time
 * that cannot be read is absent.
 */
export function buildCredit(texts: CreditTexts): BankCredit {
  // Spreading comes last here and on the way here: V8 makes the members after a spread slowly, a microsecond each.
  const devices = (texts.devices ?? []).map(cleanText).filter((device) => device !== "");
  return {
    kind: "credit",
    paymentKey: texts.paymentKey,
    amount: texts.amount,
    currency: currencyOf(texts.currency),
    channel: texts.channel,
    status: texts.status,
    account: cleanText(texts.account),
    accountReference: cleanText(texts.accountReference),
    devices: [...new Set(devices)],
    senderName: cleanText(texts.senderName),
    senderAccount: cleanText(texts.senderAccount),
    narration: cleanText(texts.narration),
    bankRef: firstText(...texts.refs),
    ...payerBank(texts.senderBankCode, texts.senderBankName),
    ...optional("paidAt", readMoment(texts.paidAt, texts.timeZone)),
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
