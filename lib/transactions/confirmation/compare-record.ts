import type { BankCredit, Confirmation } from "@/lib/bank";
import type { Id } from "@/lib/core/ids";
import { formatKobo, type Kobo } from "@/lib/core/money";

/** The result of a comparison with the bank's own record: it confirms, is inconclusive, or has a different value. */
export type Verdict = "confirmed" | "unanswered" | { differs: string; amount?: Kobo | undefined };

/** What a notification states about the credited account or device. */
type NotifiedDestination = Pick<
  BankCredit,
  "channel" | "account" | "accountReference" | "devices" | "needsConfirmation"
>;

/**
 * Compares the bank's own record with the payment as its notification reported it. Only a record that states the same
 * amount, success and credited account or device confirms; an absent value, a pending status or "not found" confirms
 * nothing; a present, different value is a mismatch. `sessionId` is the session that has the payment: a member can have
 * assigned it to another session than that of its account.
 */
export function compareRecord(
  expected: { sessionId: Id<"session">; amount: Kobo; credit: NotifiedDestination },
  answer: Confirmation,
): Verdict {
  const { status, amount, currency = "NGN" } = answer;
  if (status === "pending" || status === "unknown") return "unanswered";
  if (status === "failed") return { differs: "says that the payment failed", amount };
  if (amount !== undefined && amount !== expected.amount)
    return { differs: `has ${formatKobo(amount)}`, amount };
  if (currency !== "NGN") return { differs: "has another currency", amount };
  const destination = compareDestination(expected.sessionId, expected.credit, answer);
  if (destination === "differs") return { differs: "names another account or device", amount };
  return destination === "same" && amount !== undefined ? "confirmed" : "unanswered";
}

/**
 * Compares account or device. Instead of the account's number, its reference at the bank is accepted if it is the session's id, or
 * the one in the notification. The latter counts only if the signature covers it or the notification names no number; otherwise
 * it can have been combined with the number of another account. Any other reference alone is inconclusive.
 */
function compareDestination(
  sessionId: Id<"session">,
  { channel, account, accountReference, devices, needsConfirmation }: NotifiedDestination,
  answer: Confirmation,
): "same" | "differs" | "absent" {
  if (channel === "pos") {
    if (!answer.devices) return "absent";
    return answer.devices.some((device) => devices.includes(device)) ? "same" : "differs";
  }
  const isReferenceProven = !needsConfirmation || account === "";
  const isSameReference =
    answer.accountReference !== undefined &&
    (answer.accountReference === sessionId ||
      (isReferenceProven && answer.accountReference === accountReference));
  if (isSameReference || answer.account === account) return "same";
  return answer.account === undefined ? "absent" : "differs";
}
