import type { BankCredit } from "@/lib/bank";
import type { Kobo } from "@/lib/core/money";
import type { TransactionStatus } from "@/lib/db/schema";

/** What is recorded of a payment, as far as a later notice can agree with it or not. */
export interface Recorded {
  amount: Kobo;
  currency: string;
  /** The account that was credited, or null where there was none. */
  account: string | null;
  channel: string;
  /** The identifiers of the device that took it, as the recorded notification names them; empty where unknown. */
  devices: readonly string[];
  status: TransactionStatus;
}

/** What a later notice about a recorded payment comes to. */
export type StatusUpdate =
  /** Says what is known: nothing to do. */
  | "repeat"
  /** Moves the payment from pending to its final status. */
  | "advance"
  /** A late `pending` about a payment that is final: old news. */
  | "old_news"
  /** Another amount, currency, channel, account or device: the first stands. */
  | "conflict"
  /** Another final status: the first stands. */
  | "contradiction";

/** Judges a later notice: the bank's word goes forward only (`docs/not-shown.md`, transaction transitions). */
export function classifyUpdate(recorded: Recorded, credit: BankCredit): StatusUpdate {
  const sameMoney = credit.amount === recorded.amount && credit.currency === recorded.currency;
  if (!sameMoney || !isSameDestination(recorded, credit)) return "conflict";
  if (credit.status === recorded.status) return "repeat";
  if (recorded.status === "pending") return "advance";
  return credit.status === "pending" ? "old_news" : "contradiction";
}

/** A destination that a notice does not name disagrees with none. */
function isSameDestination(recorded: Recorded, { channel, account, devices }: BankCredit): boolean {
  if (channel !== recorded.channel) return false;
  if (channel === "bank_transfer") return account === "" || account === recorded.account;
  if (devices.length === 0 || recorded.devices.length === 0) return true;
  return devices.some((device) => recorded.devices.includes(device));
}
