import { type Day, dayIn } from "@/lib/core/time";
import type {
  BankMessage,
  ListedSettlement,
  ListedSettlements,
  SettlementAmounts,
  SettlementLine,
  UnreadableLine,
} from "../provider";
import { parseFee, parsePaymentAmount, type Unit } from "./amount";
import { parseCurrency } from "./credit";
import { readOrUnreadable, throwUnreadable } from "./message";
import { isIdentity } from "./text";
import { parseBankTime } from "./time";

type Text = string | null | undefined;

/** No settlement of these banks is older: an earlier day is a wrong time, and PostgreSQL misreads the year 1. */
const EARLIEST_DAY: Day = "2000-01-01";

/** Whether a calendar day can be a settlement's. */
export const isSettlementDay = (day: Day): boolean =>
  day.length === EARLIEST_DAY.length && day >= EARLIEST_DAY;

/** Parses the calendar day of a settlement in the business's time zone (§2.7); throws `Unreadable` if it is invalid. */
export function parseSettlementDay(member: string, text: Text, businessTimeZone: string): Day {
  const settledAt = parseBankTime(text);
  if (!settledAt) return throwUnreadable(member, "is not a time");
  const day = dayIn(businessTimeZone, settledAt);
  return isSettlementDay(day) ? day : throwUnreadable(member, "is not the time of a settlement");
}

/** One settlement line in the bank's texts, with the members' names for messages. */
interface LineTexts {
  index: number;
  paymentKey: { member: string; text: Text };
  gross: { member: string; text: Text };
  net: { member: string; text: Text };
  currency?: Text;
}

/** Parses one line with its gross amount, else its net amount. */
function parseLine(line: LineTexts, unit: Unit): SettlementLine | UnreadableLine {
  const gross = parsePaymentAmount(line.gross.text, unit);
  const net = gross === undefined ? parsePaymentAmount(line.net.text, unit) : undefined;
  const amount = gross ?? net;
  const toUnreadable = (why: string): UnreadableLine => ({
    index: line.index,
    why,
    ...(amount !== undefined && { amount }),
  });
  const { text: paymentKey, member } = line.paymentKey;
  if (parseCurrency(line.currency) !== "NGN") return { index: line.index, why: "currency is not NGN" };
  if (!isIdentity(paymentKey)) return toUnreadable(`${member} is missing, or cannot identify a payment`);
  if (gross !== undefined) return { paymentKey, gross };
  if (net !== undefined) return { paymentKey, net };
  return toUnreadable(`neither ${line.gross.member} nor ${line.net.member} is an amount in ${unit}`);
}

/** Parses the lines of a settlement; unreadable lines are returned separately. Duplicates are kept. */
export function parseSettlementLines(
  texts: LineTexts[],
  unit: Unit,
): { lines: SettlementLine[]; unreadableLines: UnreadableLine[] } {
  const lines: SettlementLine[] = [];
  const unreadableLines: UnreadableLine[] = [];
  for (const line of texts) {
    const parsed = parseLine(line, unit);
    if ("paymentKey" in parsed) lines.push(parsed);
    else unreadableLines.push(parsed);
  }
  return { lines, unreadableLines };
}

/** Converts the rows of a bank's list of settlements; `toSettlement` returns `undefined` for one that is not completed, or throws. */
export function toListedSettlements<Row>(
  rows: readonly Row[],
  toSettlement: (row: Row) => ListedSettlement | undefined,
): Pick<ListedSettlements, "settlements" | "unreadable"> {
  const settlements: ListedSettlement[] = [];
  const unreadable: string[] = [];
  for (const row of rows) {
    const parsed = readOrUnreadable(() => toSettlement(row));
    if (parsed && "why" in parsed) unreadable.push(parsed.why);
    else if (parsed) settlements.push(parsed);
  }
  return { settlements, unreadable };
}

/** Parses the amounts that a bank states for a whole settlement. An amount that is absent or cannot be read is omitted. */
export function parseSettlementAmounts(
  texts: Partial<Record<keyof SettlementAmounts, Text>>,
  unit: Unit,
): { amounts?: SettlementAmounts } {
  const amounts: SettlementAmounts = {};
  for (const name of ["gross", "fees", "stampDuty", "net"] as const) {
    const amount = parseFee(texts[name], unit);
    if (amount !== undefined) amounts[name] = amount;
  }
  return Object.keys(amounts).length > 0 ? { amounts } : {};
}

/** Removes what earlier adapter versions did not read: everything that a settlement states besides its payments. */
export function withoutStatedAmounts(message: BankMessage): BankMessage {
  if (message.kind !== "settlement") return message;
  const { amounts: _, paymentCount: __, destination: ___, ...rest } = message;
  return rest;
}
