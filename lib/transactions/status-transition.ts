import { type BankCredit, isSamePayment, type StatedPayment } from "@/lib/bank";
import type { TransactionStatus } from "@/lib/core/transaction";

/** The recorded values of a payment that a later bank notification is compared with. */
export interface Recorded extends StatedPayment {
  status: TransactionStatus;
}

/** The classification of a later bank notification about a recorded payment. */
export type UpdateClassification =
  /** Repeats the recorded values: nothing to do. */
  | "repeat"
  /** Moves the payment from pending to its final status. */
  | "advance"
  /** A late `pending` for a payment that is already final: ignored. */
  | "outdated"
  /** Another amount, currency, channel, account or device: the recorded values stay. */
  | "conflict"
  /** Another final status: the recorded status stays. */
  | "contradiction";

/** Classifies a later notification; a status only moves forward (`docs/not-shown.md`, transaction transitions). */
export function classifyUpdate(recorded: Recorded, credit: BankCredit): UpdateClassification {
  if (!isSamePayment(recorded, credit)) return "conflict";
  if (credit.status === recorded.status) return "repeat";
  if (recorded.status === "pending") return "advance";
  return credit.status === "pending" ? "outdated" : "contradiction";
}
