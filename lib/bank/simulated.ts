import type { Kobo } from "@/lib/core/money";

/** A simulated payment, which each adapter serialises in its bank's format. */
export interface SimulatedCredit {
  paymentKey: string;
  amount: Kobo;
  channel: "bank_transfer" | "pos";
  /** `pending` only at a bank that reports pending payments: `supportsPending`. */
  status: "successful" | "pending" | "failed";
  account: string;
  device: string;
  senderName: string;
  senderAccount: string;
  /** A CBN code. */
  senderBank: string;
  narration: string;
  bankRef: string;
  paidAt: Date;
}

/** A simulated settlement of these payments. */
export interface SimulatedSettlement {
  reference: string;
  settledAt: Date;
  payments: Pick<SimulatedCredit, "paymentKey" | "amount" | "channel">[];
}

/** A composed notification: the body and the headers with its signature. */
export interface ComposedNotification {
  headers: Record<string, string>;
  body: string;
}
