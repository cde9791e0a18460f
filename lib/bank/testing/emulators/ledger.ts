import type { Kobo } from "@/lib/core/money";

/** A payment as an emulated bank has it. */
export interface EmulatedPayment {
  key: string;
  account: string;
  amount: Kobo;
  /** `reversed`: paid, and then taken back. */
  status: "successful" | "pending" | "failed" | "reversed";
  paidAt: Date;
  senderName: string;
  narration: string;
}

/** A refund of an emulated payment. */
export interface EmulatedRefund {
  reference: string;
  paymentKey: string;
  amount: Kobo;
  /** Ours, where the bank keeps one. */
  note: string;
  status: "pending" | "completed" | "failed";
  createdAt: Date;
}

/** A dispute about an emulated payment. */
export interface EmulatedDispute {
  id: number;
  paymentKey: string;
  amount: Kobo;
  dueAt: Date;
}

/** A settlement of several payments. */
export interface EmulatedSettlement {
  id: string;
  settledAt: Date;
  paymentKeys: string[];
}

/** The payments, refunds and settlements of an emulated bank. */
export class EmulatedLedger {
  readonly payments: EmulatedPayment[] = [];
  readonly refunds: EmulatedRefund[] = [];
  readonly settlements: EmulatedSettlement[] = [];

  constructor(private readonly keyPrefix: string) {}

  /** Records a payment into an account; its key is the next of the prefix unless it is given. */
  pay(account: string, amount: Kobo, given: Partial<EmulatedPayment> = {}): EmulatedPayment {
    const payment: EmulatedPayment = {
      key: `${this.keyPrefix}${String(this.payments.length + 1).padStart(6, "0")}`,
      account,
      amount,
      status: "successful",
      paidAt: new Date(),
      senderName: "Ngozi Obi",
      narration: "Ticket",
      ...given,
    };
    this.payments.push(payment);
    return payment;
  }

  find(key: string | undefined): EmulatedPayment | undefined {
    return this.payments.find((payment) => payment.key === key);
  }

  /** Refunds a payment; `undefined` if it is unknown, or the sum of its refunds would exceed it. */
  refund(reference: string, paymentKey: string, amount: Kobo, note = ""): EmulatedRefund | undefined {
    const payment = this.find(paymentKey);
    const refunded = this.refunds
      .filter((one) => one.paymentKey === paymentKey && one.status !== "failed")
      .reduce((sum, one) => sum + one.amount, 0n);
    if (!payment || refunded + amount > payment.amount) return undefined;
    const refund: EmulatedRefund = {
      ...{ reference, paymentKey, amount, note },
      ...{ status: "pending", createdAt: new Date() },
    };
    this.refunds.push(refund);
    return refund;
  }

  /** Completes the pending refunds that were requested before a time, and returns them. */
  completeRefunds(before: Date): EmulatedRefund[] {
    const due = this.refunds.filter(({ status, createdAt }) => status === "pending" && createdAt <= before);
    for (const refund of due) refund.status = "completed";
    return due;
  }

  /** Settles every successful payment that no settlement contains yet. */
  settle(settledAt = new Date()): EmulatedSettlement {
    const settled = new Set(this.settlements.flatMap(({ paymentKeys }) => paymentKeys));
    const due = this.payments.filter(({ key, status }) => status === "successful" && !settled.has(key));
    const id = String(this.settlements.length + 1);
    const settlement = { id, settledAt, paymentKeys: due.map(({ key }) => key) };
    this.settlements.push(settlement);
    return settlement;
  }

  /** Returns the sum of these payments. */
  sum(keys: readonly string[]): Kobo {
    return this.payments.reduce((sum, { key, amount }) => (keys.includes(key) ? sum + amount : sum), 0n);
  }

  /** Lists the payments from `from` to `to`, latest first. */
  list(from: Date, to: Date): EmulatedPayment[] {
    return this.payments
      .filter(({ paidAt }) => paidAt >= from && paidAt <= to)
      .toSorted((a, b) => b.paidAt.getTime() - a.paidAt.getTime());
  }
}

let lastNumber = 9_930_000_000;

/** Returns a ten-digit account number that no other emulated account of this process has. */
export function nextAccountNumber(): string {
  lastNumber++;
  return String(lastNumber);
}
