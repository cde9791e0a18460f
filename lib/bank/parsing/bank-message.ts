import type { Kobo } from "@/lib/core/money";
import type { Day } from "@/lib/core/time";
import type { BankCredit } from "./credit";

/** One payment of a settlement, with `gross` if the bank states the payment's amount, else `net`. */
export interface SettlementLine {
  paymentKey: string;
  gross?: Kobo;
  net?: Kobo;
}

/** A settlement line without a usable payment reference or without any usable amount. */
export interface UnreadableLine {
  /** The position in the bank's list, from 0. */
  index: number;
  /** Describes the problem and names the member. */
  why: string;
  amount?: Kobo;
}

/** The amounts that a bank states for a whole settlement; what it does not state is absent. */
export interface SettlementAmounts {
  /** The sum of the payments. */
  gross?: Kobo;
  fees?: Kobo;
  stampDuty?: Kobo;
  /** The amount that reached the account. */
  net?: Kobo;
}

/** What a bank states about a settlement besides its payments. */
export interface SettlementHead {
  reference: string;
  settledOn: Day;
  amounts?: SettlementAmounts;
  /** The number of payments that the bank states. */
  paymentCount?: number;
  /** The account that received it, of which only the last four digits are kept. */
  destination?: { account: string; bankName: string };
}

/** A settlement: the payments credited to the client's account on that day. A payment can be listed more than once. */
export interface BankSettlement extends SettlementHead {
  kind: "settlement";
  lines: SettlementLine[];
  unreadableLines: UnreadableLine[];
}

/** A reversal, refund or dispute of a reported payment. */
export interface BankReversal {
  kind: "reversal";
  reversal: "reversal" | "refund" | "dispute";
  /**
   * `pending`: a refund is in progress at the bank and needs no decision. `opened`: not decided, a person must act.
   * `completed`: the money goes back. `dismissed`: it stays (a dispute won, a refund failed).
   */
  stage: "pending" | "opened" | "completed" | "dismissed";
  /** Candidate keys of the original payment, most likely first, never empty. */
  paymentKeys: string[];
  /** The bank's id of the reversal itself, or `""`. */
  reference: string;
  /** The bank's own status text, cleaned, or `""`. */
  status: string;
  amount?: Kobo;
  /** The due date of the answer to an opened dispute; absent if the bank states none. */
  dueAt?: Date;
}

/** A kind on the adapter's ignore list: payouts, balances, mandates. Only the notification is stored. */
interface BankIgnored {
  kind: "ignored";
}

/** A kind that is on none of the adapter's lists. */
export interface BankUnrecognised {
  kind: "unrecognised";
  /** Whether any member of the body is a positive amount. */
  namesAmount: boolean;
  /** The first of those amounts, read in the bank's documented unit, for display. */
  amount?: Kobo;
}

/** A verified notification that cannot be parsed as its kind; it becomes an exception. `why` names the member. */
interface BankUnreadable {
  kind: "unreadable";
  why: string;
}

export type BankMessage = { /** The bank's own name of the event, for display. */ event: string } & (
  | BankCredit
  | BankSettlement
  | BankReversal
  | BankIgnored
  | BankUnrecognised
  | BankUnreadable
);
