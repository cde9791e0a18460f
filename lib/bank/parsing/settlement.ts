import { type Day, dayIn } from "@/lib/core/time";
import type { SettlementLine, UnreadableLine } from "../provider";
import { readPayment, type Unit } from "./amount";
import { readMoment } from "./clock";
import { currencyOf } from "./credit";
import { unreadable } from "./message";
import { isIdentity } from "./text";

type Text = string | null | undefined;

/** No settlement of these banks is older; an earlier day is a misread time, and PostgreSQL misreads the year 1. */
const FIRST_DAY: Day = "2000-01-01";

/** The calendar day of a settlement, in the business's time zone (§2.7); else the notice is unreadable. */
export function settlementDay(member: string, text: Text, businessTimeZone: string): Day {
  const settledAt = readMoment(text);
  if (!settledAt) return unreadable(member, "is not a time");
  const day = dayIn(businessTimeZone, settledAt);
  const isPlausible = day.length === FIRST_DAY.length && day >= FIRST_DAY;
  return isPlausible ? day : unreadable(member, "is not the time of a settlement");
}

/** One line of a settlement in the bank's own texts, with the members' names for people. */
interface LineTexts {
  index: number;
  paymentKey: { member: string; text: Text };
  gross: { member: string; text: Text };
  net: { member: string; text: Text };
  currency?: Text;
}

/** Reads one line: by its gross amount, else by its net amount. */
function readLine(line: LineTexts, unit: Unit): SettlementLine | UnreadableLine {
  const gross = readPayment(line.gross.text, unit);
  const net = gross === undefined ? readPayment(line.net.text, unit) : undefined;
  const amount = gross ?? net;
  const fault = (why: string): UnreadableLine => ({
    index: line.index,
    why,
    ...(amount !== undefined && { amount }),
  });
  const { text: paymentKey, member } = line.paymentKey;
  if (currencyOf(line.currency) !== "NGN") return { index: line.index, why: "currency is not NGN" };
  if (!isIdentity(paymentKey)) return fault(`${member} is missing, or cannot identify a payment`);
  if (gross !== undefined) return { paymentKey, gross };
  if (net !== undefined) return { paymentKey, net };
  return fault(`neither ${line.gross.member} nor ${line.net.member} is an amount in ${unit}`);
}

/** The lines of a settlement, those that cannot be read apart. A payment listed twice stays listed twice. */
export function settlementLines(
  texts: LineTexts[],
  unit: Unit,
): { lines: SettlementLine[]; unreadableLines: UnreadableLine[] } {
  const lines: SettlementLine[] = [];
  const unreadableLines: UnreadableLine[] = [];
  for (const line of texts) {
    const read = readLine(line, unit);
    if ("paymentKey" in read) lines.push(read);
    else unreadableLines.push(read);
  }
  return { lines, unreadableLines };
}
