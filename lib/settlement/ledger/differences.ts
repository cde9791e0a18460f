import type { z } from "zod";
import { formatKobo, type Kobo } from "@/lib/core/money";
import type { TransactionStatus } from "@/lib/core/transaction";
import type { DifferenceReason } from "../contract";

type Reason = z.output<typeof DifferenceReason>;

/** One difference: a line of its own beside the payments. */
export interface SettlementDifference {
  reason: Reason;
  paymentKey: string | null;
  /** What the bank states, in kobo; a number of payments for `payment_count`. */
  stated: bigint;
  /** What is recorded; null if nothing is. */
  recorded: bigint | null;
  detail: string;
}

/** A line of a settlement with its recorded payment. */
export interface LedgerLine {
  paymentKey: string;
  gross: Kobo | null;
  net: Kobo | null;
  state: "waiting" | "applied" | "refused";
  status: TransactionStatus | null;
  amount: Kobo | null;
  fee: Kobo | null;
  stampDuty: Kobo | null;
}

/** The sums over recorded payments. */
export interface RecordedSums {
  gross: Kobo;
  fees: Kobo;
  stampDuty: Kobo;
  net: Kobo;
}

/** Sums up the recorded payments of these lines; net is after fee and stamp duty. */
export function sumLines(lines: readonly LedgerLine[]): RecordedSums {
  const sum = (get: (line: LedgerLine) => Kobo | null) =>
    lines.reduce((total, line) => total + (get(line) ?? 0n), 0n);
  const [gross, fees, stampDuty] = [
    sum(({ amount }) => amount),
    sum(({ fee }) => fee),
    sum((line) => line.stampDuty),
  ];
  return { gross, fees, stampDuty, net: gross - fees - stampDuty };
}

/** Returns the difference between a line and its recorded payment; `undefined` if they agree or the payment is pending. */
export function lineDifference(line: LedgerLine): SettlementDifference | undefined {
  const { paymentKey, gross, net, amount, state, status } = line;
  const stated = gross ?? net ?? 0n;
  const about = (reason: Reason, recorded: Kobo | null, detail: string) => ({
    ...{ reason, paymentKey, stated, recorded, detail },
  });
  if (amount === null) return about("unreported", null, "This payment is not recorded.");
  const recorded = gross === null ? amount - (line.fee ?? 0n) - (line.stampDuty ?? 0n) : amount;
  if (stated !== recorded)
    return about(
      "amount",
      recorded,
      `The bank settled ${formatKobo(stated)}; recorded is ${formatKobo(recorded)}.`,
    );
  if (status === "failed") return about("failed", recorded, "The bank had reported this payment as failed.");
  if (state === "refused")
    return about("settled_twice", recorded, "Another settlement settled this payment already.");
  return undefined;
}

/** What a bank states about a whole settlement. */
export interface StatedSums {
  gross: Kobo | null;
  fees: Kobo | null;
  stampDuty: Kobo | null;
  net: Kobo | null;
  paymentCount: number | null;
}

/** Returns the differences between the sums that the bank states and those of all payments of the settlement. */
export function totalDifferences(stated: StatedSums, lines: readonly LedgerLine[]): SettlementDifference[] {
  const recorded = sumLines(lines);
  const compared = [
    ["gross_total", "gross amount", stated.gross, recorded.gross],
    ["fees_total", "fees", stated.fees, recorded.fees],
    ["stamp_duty_total", "stamp duty", stated.stampDuty, recorded.stampDuty],
    ["net_total", "net amount", stated.net, recorded.net],
  ] as const;
  const amounts = compared.flatMap(([reason, name, bank, own]) =>
    bank === null || bank === own
      ? []
      : [
          {
            ...{ reason, paymentKey: null, stated: bank, recorded: own },
            detail: `The bank states ${formatKobo(bank)} as ${name}; the recorded payments have ${formatKobo(own)}.`,
          },
        ],
  );
  const count = stated.paymentCount;
  if (count === null || count === lines.length) return amounts;
  return [
    ...amounts,
    {
      ...{
        reason: "payment_count" as const,
        paymentKey: null,
        stated: BigInt(count),
        recorded: BigInt(lines.length),
      },
      detail: `The bank states ${count} payments; its lines list ${lines.length}.`,
    },
  ];
}
