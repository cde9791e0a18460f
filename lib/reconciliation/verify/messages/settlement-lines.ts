import type { BankSettlement, SettlementLine } from "@/lib/bank";
import type { Kobo } from "@/lib/core/money";
import { dedupeKey } from "@/lib/exceptions";
import { hasSameAmount, isContradicting } from "@/lib/settlement";
import type { Run } from "../difference";
import { type ExpectedFact, expectedFact } from "./facts";
import type { OtherNotification } from "./other-notifications";

interface StoredLine {
  paymentKey: string;
  reference: string;
  settledOn: string;
  gross: Kobo | null;
  net: Kobo | null;
  notificationId: string;
}

/** The amount that a line states: gross, else net. */
export const statedBy = ({ gross, net }: Pick<SettlementLine, "gross" | "net">): Kobo => gross ?? net ?? 0n;

/** The fact of a line that repeats a payment with another amount. */
export const repeatedFact = (reference: string, correlationKey: string, amount: Kobo) => ({
  reason: "settlement_mismatch" as const,
  correlationKey,
  facts: [reference, "repeated"],
  amount,
});

/** The fact of an unreadable line. */
export const unreadableFact = (
  reference: string,
  { index, amount }: BankSettlement["unreadableLines"][number],
) => ({ reason: "settlement_unreadable" as const, correlationKey: `${reference} line ${index + 1}`, amount });

/**
 * Compares the stored lines of a settlement with its notification: each payment is stored once, with the figures
 * reported first. Returns the facts that require an exception: lines with another amount and unreadable lines.
 */
export async function reportSettlement(
  run: Run,
  one: OtherNotification,
  message: BankSettlement,
): Promise<ExpectedFact[]> {
  const { reference, settledOn } = message;
  const stored = await readLines(run, one, message);
  const rows = new Map(
    stored.filter((line) => line.reference === reference).map((line) => [line.paymentKey, line]),
  );
  const differ = (key: string, kept: string, derived: string) =>
    run.report([{ sessionId: null, what: `settlement line of ${key} in ${one.id}`, kept, derived }]);
  const facts: ExpectedFact[] = [];
  const listed = new Set<string>();
  for (const line of message.lines) {
    const { paymentKey } = line;
    const row = rows.get(paymentKey);
    const stated = figures(line.gross ?? null, line.gross === undefined ? (line.net ?? null) : null);
    const isRepeated = listed.has(paymentKey);
    listed.add(paymentKey);
    if (!row) differ(paymentKey, "none", stated);
    else if (
      isRepeated ? !hasSameAmount(line, row) : row.notificationId !== one.id && isContradicting(line, row)
    )
      facts.push(expectedFact(one, [dedupeKey(one, repeatedFact(reference, paymentKey, statedBy(line)))]));
    else if (!isRepeated && row.notificationId === one.id) {
      if (figures(row.gross, row.net) !== stated) differ(paymentKey, figures(row.gross, row.net), stated);
      else if (row.settledOn !== settledOn) differ(paymentKey, row.settledOn, settledOn);
    }
  }
  for (const row of stored) {
    if (row.notificationId === one.id && !(row.reference === reference && listed.has(row.paymentKey)))
      differ(row.paymentKey, `${row.reference} ${figures(row.gross, row.net)}`, "none");
  }
  const unreadable = message.unreadableLines.map((line) =>
    expectedFact(
      one,
      [dedupeKey(one, unreadableFact(reference, line))],
      `line ${line.index + 1} of ${one.id}`,
    ),
  );
  return [...facts, ...unreadable];
}

const figures = (gross: Kobo | null, net: Kobo | null) => `${gross ?? "no"} gross, ${net ?? "no"} net`;

/** Reads lines by notification and by the settlement's reference: a repeat's lines are stored under the first notification. */
function readLines({ db }: Run, one: OtherNotification, { reference, lines }: BankSettlement) {
  return db.sql<StoredLine[]>`
    select payment_key, reference, settled_on::text as settled_on, gross, net, notification_id
    from settlement_lines where notification_id = ${one.id}
    union
    select payment_key, reference, settled_on::text, gross, net, notification_id from settlement_lines
    where mode = ${one.mode} and bank_connection_id = ${one.bankConnectionId} and reference = ${reference}
      and payment_key = any(${lines.map(({ paymentKey }) => paymentKey)})`;
}
