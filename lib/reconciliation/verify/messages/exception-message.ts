import { isDeepStrictEqual } from "node:util";
import { type BankMessage, type BankSettlement, originalDigest } from "@/lib/bank";
import { groupBy } from "@/lib/core/keys";
import type { ExceptionReason } from "@/lib/db/schema";
import { dedupeKey, parseCredit } from "@/lib/exceptions";
import type { StoredException, Value } from "./exceptions";
import { CREDIT_REASONS, statedCredits } from "./facts";
import { reversalFact } from "./reversals";
import { repeatedFact, statedBy, unreadableFact } from "./settlement-lines";

/** The possible exception reasons of each kind of message. */
const REASONS: Record<BankMessage["kind"], readonly ExceptionReason[]> = {
  credit: [...CREDIT_REASONS, "not_confirmed"],
  settlement: ["settlement_mismatch", "settlement_unreported", "settlement_unreadable"],
  reversal: ["reversal"],
  ignored: [],
  unrecognised: ["unrecognised"],
  unreadable: ["unreadable"],
};

/** The facts that identify an exception; `detail` is display text and not part of them. */
type Fact = Omit<Parameters<typeof dedupeKey>[1], "detail">;

/** Compares the exceptions of one notification with its content, which is parsed once. */
export class ExceptionReader {
  /** The facts of a settlement's lines by subject; empty for other messages. */
  private readonly ofLines: ReadonlyMap<string, Fact[]>;

  /** The subject of unreadable content. */
  private readonly digest: string;

  constructor(
    private readonly message: BankMessage,
    body: Buffer,
  ) {
    this.digest = originalDigest(body);
    const facts = message.kind === "settlement" ? factsOfLines(message) : [];
    this.ofLines = groupBy(facts, ({ correlationKey }) => correlationKey);
  }

  valuesOf(row: StoredException): Value[] {
    const { message } = this;
    const reasons = REASONS[message.kind];
    // After reprocessing with a newer adapter the notification can be read differently than before.
    const isUnread = row.reason === "unreadable" || row.reason === "unrecognised";
    if (isUnread && row.resolution === "recorded" && !reasons.includes(row.reason))
      return [
        ["subject", row.correlationKey, this.digest],
        ["credit", row.credit, null],
      ];
    if (!reasons.includes(row.reason)) return [["reason", row.reason, reasons.join(" or ")]];
    const facts = this.factsAbout(row);
    const fact = facts.find((one) => dedupeKey(row, one) === row.dedupeKey);
    const about = fact ?? facts[0];
    if (!about) return [["subject", row.correlationKey, "not in the notification"]];
    return [
      ["digest of the fact", fact !== undefined, true],
      ["amount", row.amount, about.credit?.amount ?? about.amount ?? 0n],
      ["credit", isSameCredit(row.credit, about.credit), true],
      ...recordedAmount(row, about),
    ];
  }

  /** The facts for which the notification can have opened an exception with this reason and subject. */
  private factsAbout(row: StoredException): Fact[] {
    const { message } = this;
    const { reason, correlationKey, transactionId } = row;
    switch (message.kind) {
      case "credit":
        if (correlationKey !== message.paymentKey) return [];
        if (reason === "not_confirmed")
          return [{ reason, correlationKey, facts: [transactionId ?? "", row.detail], amount: row.amount }];
        return statedCredits(message, row).map((credit) => ({ reason, correlationKey, credit }));
      case "settlement":
        return (this.ofLines.get(correlationKey) ?? []).filter((fact) => fact.reason === reason);
      case "reversal": {
        const { stage, reference, amount = 0n } = message;
        const stated = { kind: message.reversal, stage, reference, amount };
        return message.paymentKeys.includes(correlationKey)
          ? [reversalFact(stated, correlationKey, transactionId)]
          : [];
      }
      default: {
        const amount = message.kind === "unrecognised" ? message.amount : undefined;
        return correlationKey === this.digest ? [{ reason, correlationKey, amount }] : [];
      }
    }
  }
}

/** The facts of a settlement's lines: a line can differ from its payment, have none, or differ from another line of it. */
function factsOfLines({ reference, lines, unreadableLines }: BankSettlement): Fact[] {
  return [
    ...lines.flatMap((line): Fact[] => {
      const { paymentKey: correlationKey } = line;
      const amount = statedBy(line);
      return [
        { reason: "settlement_mismatch", correlationKey, facts: [reference], amount },
        { reason: "settlement_unreported", correlationKey, facts: [reference], amount },
        repeatedFact(reference, correlationKey, amount),
      ];
    }),
    ...unreadableLines.map((line) => unreadableFact(reference, line)),
  ];
}

/** The expected recorded amount: a transaction's is compared elsewhere; a repeated line's is the stored line's amount. */
function recordedAmount(row: StoredException, fact: Fact): Value[] {
  const { reason, transactionId, recordedAmount: kept } = row;
  if (reason === "settlement_mismatch") {
    const isRepeated = fact.facts?.includes("repeated") ?? false;
    return isRepeated
      ? [["recorded amount", kept, row.lineAmount]]
      : [["need of a transaction", transactionId !== null, true]];
  }
  const isOfTransaction = ["conflicting_repeat", "contradicting_status", "not_confirmed"].includes(reason);
  return isOfTransaction ? [] : [["recorded amount", kept, null]];
}

/** Whether two credits are equal, with undefined and absent members treated as equal. */
function isSameCredit(stored: unknown, credit: object | undefined): boolean {
  if (!credit) return stored === null;
  try {
    const { event: _, ...members } = credit as { event?: string };
    return isDeepStrictEqual(defined(parseCredit(stored)), defined(members));
  } catch {
    return false;
  }
}

const defined = (value: object) =>
  Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined));
