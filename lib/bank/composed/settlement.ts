import { z } from "zod";
import { formatKobo, type Kobo } from "@/lib/core/money";
import { parseKobo, parsePaymentAmount } from "../parsing/amount";
import { isIdentity } from "../parsing/text";
import type { BankMessage, BankSettlement, SettlementAmounts, SettlementLine } from "../provider";
import { decodeStored } from "./decode";

/** The event name of a settlement that was imported from a file instead of reported by the bank. */
export const IMPORT_EVENT = "settlement.import";
/** The event name of a settlement that was read from the bank's own list. */
export const LIST_EVENT = "settlement.list";

const Naira = z
  .string()
  .transform((text) => parsePaymentAmount(text, "naira"))
  .pipe(z.bigint());
/** An amount that can be zero. */
const Sum = z
  .string()
  .transform((text) => parseKobo(text, "naira"))
  .pipe(z.bigint());

/** A count; `decodeJson` returns numbers as texts. */
const Count = z
  .string()
  .regex(/^\d{1,9}$/)
  .transform(Number);

/** The stored body: one settlement of one import or of a bank's list, with amounts in naira. */
const Stored = z.object({
  source: z.literal("list").optional(),
  reference: z.string(),
  settled_on: z.iso.date(),
  gross: Sum.optional(),
  fees: Sum.optional(),
  stamp_duty: Sum.optional(),
  net: Sum.optional(),
  payment_count: Count.optional(),
  destination: z.object({ account: z.string(), bank_name: z.string() }).optional(),
  lines: z.array(
    z
      .object({ payment_reference: z.string().refine(isIdentity), amount: Naira })
      .or(z.object({ payment_reference: z.string().refine(isIdentity), net_amount: Naira })),
  ),
  unreadable: z.array(z.object({ index: Count, why: z.string(), amount: Sum.optional() })).optional(),
});

const optional = <Name extends string, Value>(name: Name, value: Value | undefined) =>
  (value === undefined ? {} : { [name]: value }) as Partial<Record<Name, Value>>;
const optionalSum = (name: string, amount: Kobo | undefined) =>
  optional(name, amount === undefined ? undefined : formatKobo(amount));

const toLine = ({ paymentKey, gross, net }: SettlementLine) =>
  gross === undefined
    ? { payment_reference: paymentKey, net_amount: formatKobo(net ?? 0n) }
    : { payment_reference: paymentKey, amount: formatKobo(gross) };

/** Serialises an imported settlement as the body of a stored notification; the same settlement gives the same bytes. */
export function composeImportedSettlement(
  settlement: Pick<BankSettlement, "reference" | "settledOn"> & { lines: readonly SettlementLine[] },
): Buffer {
  const { reference, settledOn, lines } = settlement;
  return Buffer.from(JSON.stringify({ reference, settled_on: settledOn, lines: lines.map(toLine) }));
}

/** Serialises a settlement of a bank's list likewise, with the lines in the order of their keys. */
export function composeListedSettlement(settlement: BankSettlement): Buffer {
  const { reference, settledOn, amounts = {}, paymentCount, destination, unreadableLines } = settlement;
  const lines = settlement.lines.toSorted((one, other) => (one.paymentKey < other.paymentKey ? -1 : 1));
  return Buffer.from(
    JSON.stringify({
      source: "list",
      reference,
      settled_on: settledOn,
      ...optionalSum("gross", amounts.gross),
      ...optionalSum("fees", amounts.fees),
      ...optionalSum("stamp_duty", amounts.stampDuty),
      ...optionalSum("net", amounts.net),
      ...optional("payment_count", paymentCount),
      ...optional(
        "destination",
        destination && { account: maskAccount(destination.account), bank_name: destination.bankName },
      ),
      lines: lines.map(toLine),
      ...optional(
        "unreadable",
        unreadableLines.length === 0
          ? undefined
          : unreadableLines.map(({ index, why, amount }) => ({
              index,
              why,
              ...optionalSum("amount", amount),
            })),
      ),
    }),
  );
}

/** Returns the last four digits of an account number behind asterisks; `""` for an empty one. */
export function maskAccount(account: string): string {
  return account === "" ? "" : `******${account.slice(-4)}`;
}

/** Parses the stored body of a composed settlement; `unreadable` if it was not written by one of the functions above. */
export function parseComposedSettlement(body: Buffer): BankMessage {
  const parsed = decodeStored(Stored, body);
  if (!parsed) return { event: IMPORT_EVENT, kind: "unreadable", why: "the imported settlement was changed" };
  const lines = parsed.lines.map((line) =>
    "amount" in line
      ? { paymentKey: line.payment_reference, gross: line.amount }
      : { paymentKey: line.payment_reference, net: line.net_amount },
  );
  return {
    event: parsed.source === "list" ? LIST_EVENT : IMPORT_EVENT,
    kind: "settlement",
    ...toHead(parsed),
    lines,
    unreadableLines: (parsed.unreadable ?? []).map(({ index, why, amount }) => ({
      index,
      why,
      ...(amount !== undefined && { amount }),
    })),
  };
}

function toHead(parsed: z.output<typeof Stored>): Omit<BankSettlement, "kind" | "lines" | "unreadableLines"> {
  const { reference, settled_on: settledOn, payment_count: paymentCount, destination } = parsed;
  const amounts: SettlementAmounts = {
    ...(parsed.gross !== undefined && { gross: parsed.gross }),
    ...(parsed.fees !== undefined && { fees: parsed.fees }),
    ...(parsed.stamp_duty !== undefined && { stampDuty: parsed.stamp_duty }),
    ...(parsed.net !== undefined && { net: parsed.net }),
  };
  return {
    reference,
    settledOn,
    ...(Object.keys(amounts).length > 0 && { amounts }),
    ...(paymentCount !== undefined && { paymentCount }),
    ...(destination && { destination: { account: destination.account, bankName: destination.bank_name } }),
  };
}
