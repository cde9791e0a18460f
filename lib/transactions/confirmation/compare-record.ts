import type { BankCredit, Confirmation } from "@/lib/bank";
import type { Id } from "@/lib/core/ids";
import { formatKobo, type Kobo } from "@/lib/core/money";

/** The result of a comparison with the bank's own record: it confirms, is inconclusive, or has a different value. */
export type Verdict = "confirmed" | "unanswered" | { differs: string; amount?: Kobo | undefined };

/**
 * Compares the bank's own record with the payment as its notification reported it. Only a record that states the same
 * amount, success and credited account or device confirms; an absent value, a pending status or "not found" confirms
 * nothing; a present, different value is a mismatch.
 */
export function compareRecord(
  expected: { sessionId: Id<"session"> } & Pick<BankCredit, "amount" | "channel" | "account" | "devices">,
  answer: Confirmation,
): Verdict {
  const { status, amount, currency = "NGN" } = answer;
  if (status === "pending" || status === "unknown") return "unanswered";
  if (status === "failed") return { differs: "says that the payment failed", amount };
  if (amount !== undefined && amount !== expected.amount)
    return { differs: `has ${formatKobo(amount)}`, amount };
  if (currency !== "NGN") return { differs: "has another currency", amount };
  const destination = compareDestination(expected, answer);
  if (destination === "differs") return { differs: "names another account or device", amount };
  return destination === "same" && amount !== undefined ? "confirmed" : "unanswered";
}

/** Compares account or device. The account's reference at the bank, which is the session's id, is accepted for its number. */
function compareDestination(
  { sessionId, channel, account, devices }: Parameters<typeof compareRecord>[0],
  answer: Confirmation,
): "same" | "differs" | "absent" {
  if (channel === "pos") {
    if (!answer.devices) return "absent";
    return answer.devices.some((device) => devices.includes(device)) ? "same" : "differs";
  }
  if (answer.account === undefined && answer.accountReference === undefined) return "absent";
  return answer.account === account || answer.accountReference === sessionId ? "same" : "differs";
}
