import { isDeepStrictEqual } from "node:util";
import type { BankMessage, BankSettlement } from "@/lib/bank";
import type { ExceptionReason } from "@/lib/db/schema";
import { bodyDigest, dedupeKey, parseCredit } from "@/lib/exceptions";
import { groupBy } from "./difference";
import type { StoredException, Value } from "./exceptions";
import { CREDIT_REASONS, statedCredits } from "./facts";
import { reversalFact } from "./reversals";
import { repeatedFact, statedBy, unreadableFact } from "./settlement-lines";

/** The reasons that a message of each kind can have. */
const REASONS: Record<BankMessage["kind"], readonly ExceptionReason[]> = {
  credit: [...CREDIT_REASONS, "not_confirmed"],
  settlement: ["settlement_mismatch", "settlement_unreported", "settlement_unreadable"],
  reversal: ["reversal"],
  ignored: [],
  unrecognised: ["unrecognised"],
  unreadable: ["unreadable"],
};

/** What an exception was opened for; `detail` is text for people and no part of it. */
type Fact = Omit<Parameters<typeof dedupeKey>[1], "detail">;

/** Compares exceptions with what their notification says, which is read once for all of them. */
export class ExceptionReader {
  /** The facts of a settlement's lines by subject; empty for other messages. */
  private readonly ofLines: ReadonlyMap<string, Fact[]>;

  /** The subject of what cannot be read. */
  private readonly digest: string;

  constructor(
    private readonly message: BankMessage,
    body: Buffer,
  ) {
    this.digest = bodyDigest(body).toString("hex");
    const facts = message.kind === "settlement" ? factsOfLines(message) : [];
    this.ofLines = groupBy(facts, ({ subject }) => subject);
  }

  valuesOf(row: StoredException): Value[] {
    const { message } = this;
    const reasons = REASONS[message.kind];
    // Processed again by a newer adapter, the notification says now what it did not say then.
    const isUnread = row.reason === "unreadable" || row.reason === "unrecognised";
    if (isUnread && row.resolution === "recorded" && !reasons.includes(row.reason))
      return [
        ["subject", row.subject, this.digest],
        ["credit", row.credit, null],
      ];
    if (!reasons.includes(row.reason)) return [["reason", row.reason, reasons.join(" or ")]];
    const facts = this.factsAbout(row);
    const fact = facts.find((one) => dedupeKey(row, one) === row.dedupeKey);
    const about = fact ?? facts[0];
    if (!about) return [["subject", row.subject, "not in the notification"]];
    return [
      ["digest of the fact", fact !== undefined, true],
      ["amount", row.amount, about.credit?.amount ?? about.amount ?? 0n],
      ["credit", isSameCredit(row.credit, about.credit), true],
      ...recordedAmount(row, about),
    ];
  }

  /** The facts that the notification can have opened an exception of this reason about this subject for. */
  private factsAbout(row: StoredException): Fact[] {
    const { message } = this;
    const { reason, subject, transactionId } = row;
    switch (message.kind) {
      case "credit":
        if (subject !== message.paymentKey) return [];
        if (reason === "not_confirmed")
          return [{ reason, subject, facts: [transactionId ?? "", row.detail], amount: row.amount }];
        return statedCredits(message, row).map((credit) => ({ reason, subject, credit }));
      case "settlement":
        return (this.ofLines.get(subject) ?? []).filter((fact) => fact.reason === reason);
      case "reversal": {
        const { stage, reference, amount = 0n } = message;
        const stated = { kind: message.reversal, stage, reference, amount };
        return message.paymentKeys.includes(subject) ? [reversalFact(stated, subject, transactionId)] : [];
      }
      default: {
        const amount = message.kind === "unrecognised" ? message.amount : undefined;
        return subject === this.digest ? [{ reason, subject, amount }] : [];
      }
    }
  }
}

/** Each line can differ from its payment, lack one, or differ from another line of the same payment. */
function factsOfLines({ reference, lines, unreadableLines }: BankSettlement): Fact[] {
  return [
    ...lines.flatMap((line): Fact[] => {
      const { paymentKey: subject } = line;
      const amount = statedBy(line);
      return [
        { reason: "settlement_mismatch", subject, facts: [reference], amount },
        { reason: "settlement_unreported", subject, facts: [reference], amount },
        repeatedFact(reference, subject, amount),
      ];
    }),
    ...unreadableLines.map((line) => unreadableFact(reference, line)),
  ];
}

/** The other figure: of a transaction it is compared without the notification; of a repeated line it is the stored one. */
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

/** Compared without the members that are absent on one side only by being undefined. */
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
