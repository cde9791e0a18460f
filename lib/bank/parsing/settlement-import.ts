import { z } from "zod";
import { formatKobo } from "@/lib/core/money";
import type { BankMessage, BankSettlement, SettlementLine } from "../provider";
import { parsePaymentAmount } from "./amount";
import { decodeJson } from "./message";
import { isIdentity } from "./text";

/** The event name of a settlement that was imported from a file instead of reported by the bank. */
export const IMPORT_EVENT = "settlement.import";
/** The adapter version of imported settlements; the versions of adapters start at 1. */
export const IMPORT_VERSION = 0;

const Naira = z
  .string()
  .transform((text) => parsePaymentAmount(text, "naira"))
  .pipe(z.bigint());

/** The stored body: one settlement of one import, with amounts in naira. */
const Imported = z.object({
  reference: z.string(),
  settled_on: z.iso.date(),
  lines: z.array(
    z
      .object({ payment_reference: z.string().refine(isIdentity), amount: Naira })
      .or(z.object({ payment_reference: z.string().refine(isIdentity), net_amount: Naira })),
  ),
});

/** Serialises an imported settlement as the body of a stored notification; the same settlement gives the same bytes. */
export function composeImportedSettlement(
  settlement: Pick<BankSettlement, "reference" | "settledOn"> & { lines: readonly SettlementLine[] },
): Buffer {
  const { reference, settledOn, lines } = settlement;
  const body: z.input<typeof Imported> = {
    reference,
    settled_on: settledOn,
    lines: lines.map(({ paymentKey, gross, net }) =>
      gross === undefined
        ? { payment_reference: paymentKey, net_amount: formatKobo(net ?? 0n) }
        : { payment_reference: paymentKey, amount: formatKobo(gross) },
    ),
  };
  return Buffer.from(JSON.stringify(body));
}

/** Parses the stored body of an imported settlement; `unreadable` if it was not written by `composeImportedSettlement`. */
export function parseImportedSettlement(body: Buffer): BankMessage {
  const parsed = parseBody(body);
  if (!parsed) return { event: IMPORT_EVENT, kind: "unreadable", why: "the imported settlement was changed" };
  const lines = parsed.lines.map((line) =>
    "amount" in line
      ? { paymentKey: line.payment_reference, gross: line.amount }
      : { paymentKey: line.payment_reference, net: line.net_amount },
  );
  const { reference, settled_on: settledOn } = parsed;
  return { event: IMPORT_EVENT, kind: "settlement", reference, settledOn, lines, unreadableLines: [] };
}

function parseBody(body: Buffer): z.output<typeof Imported> | undefined {
  try {
    return Imported.safeParse(decodeJson(body)).data;
  } catch {
    return undefined;
  }
}
