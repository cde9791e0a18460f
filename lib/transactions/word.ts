import type { BankCredit } from "@/lib/bank";
import type { Kobo } from "@/lib/core/money";
import type { TransactionStatus } from "@/lib/db/schema";

/** What is recorded of a payment, as far as a later notice can agree with it or not. */
export interface Recorded {
  amount: Kobo;
  currency: string;
  /** The collection account of its session, or null where it has none. */
  account: string | null;
  channel: string;
  status: TransactionStatus;
}

/** What a later notice about a recorded payment comes to. */
export type Word =
  /** Says what is known: nothing to do. */
  | "repeat"
  /** Moves the payment from pending to its final status. */
  | "advance"
  /** A late `pending` about a payment that is final: old news. */
  | "old_news"
  /** Another amount, account or currency: the first stands. */
  | "conflict"
  /** Another final status: the first stands. */
  | "contradiction";

/** Judges a later notice: the bank's word goes forward only (`docs/not-shown.md`, transaction transitions). */
export function judge(recorded: Recorded, credit: BankCredit): Word {
  const sameMoney = credit.amount === recorded.amount && credit.currency === recorded.currency;
  const sameAccount =
    credit.account === "" || recorded.channel !== "bank_transfer" || credit.account === recorded.account;
  if (!sameMoney || !sameAccount) return "conflict";
  if (credit.status === recorded.status) return "repeat";
  if (recorded.status === "pending") return "advance";
  return credit.status === "pending" ? "old_news" : "contradiction";
}
