import type { BankCredit } from "@/lib/bank";
import type { Kobo } from "@/lib/core/money";
import type { TransactionStatus } from "@/lib/core/transaction";

/** The recorded values of a payment that a later bank notification is compared with. */
export interface Recorded {
  amount: Kobo;
  currency: string;
  /** The credited account, `""` if the recorded notification states none, or null if there is none. */
  account: string | null;
  channel: string;
  /** The device identifiers from the recorded notification; empty if unknown. */
  devices: readonly string[];
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
  const sameMoney = credit.amount === recorded.amount && credit.currency === recorded.currency;
  if (!sameMoney || !isSameDestination(recorded, credit)) return "conflict";
  if (credit.status === recorded.status) return "repeat";
  if (recorded.status === "pending") return "advance";
  return credit.status === "pending" ? "outdated" : "contradiction";
}

/** Whether the destinations agree; a notification without one, the recorded or the later, matches any. */
function isSameDestination(recorded: Recorded, { channel, account, devices }: BankCredit): boolean {
  if (channel !== recorded.channel) return false;
  if (channel === "bank_transfer")
    return account === "" || recorded.account === "" || account === recorded.account;
  if (devices.length === 0 || recorded.devices.length === 0) return true;
  return devices.some((device) => recorded.devices.includes(device));
}
