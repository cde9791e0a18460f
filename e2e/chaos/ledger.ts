import type { Channel, TransactionStatus } from "@/lib/core/transaction";
import type { ProviderName } from "@/lib/env";

/** A status update of a payment, and whether the service has acknowledged it. */
export interface StatusUpdate {
  status: TransactionStatus;
  isAcknowledged: boolean;
}

/** A payment as sent by the bank. */
export interface Payment {
  provider: ProviderName;
  key: string;
  sessionId: string;
  /** Kobo. */
  amount: bigint;
  channel: Channel;
  /** The terminal that it was made at, or `""`. */
  terminalId: string;
  /** In sending order: each is sent after the previous one was acknowledged. */
  updates: StatusUpdate[];
}

/** Everything that was sent to the service, and what of it was acknowledged: the expected state. */
export class Ledger {
  readonly payments = new Map<string, Payment>();

  add(payment: Payment): Payment {
    this.payments.set(identityOf(payment), payment);
    return payment;
  }

  /** The number of status updates sent, and of those acknowledged; copies of a notification count once. */
  count(): { sent: number; acknowledged: number } {
    const words = [...this.payments.values()].flatMap((payment) => payment.updates);
    return { sent: words.length, acknowledged: words.filter((word) => word.isAcknowledged).length };
  }
}

/** A payment's unique identity. */
export function identityOf({ provider, key }: Pick<Payment, "provider" | "key">): string {
  return `${provider} ${key}`;
}

/**
 * The statuses that a payment reaches by these updates, in order: it moves forward only, and a late `pending` is
 * ignored.
 */
export function computeStatuses(words: readonly StatusUpdate[]): TransactionStatus[] {
  const reached: TransactionStatus[] = [];
  for (const { status } of words) {
    const last = reached.at(-1);
    if (last === undefined || (last === "pending" && status !== "pending")) reached.push(status);
  }
  return reached;
}

/**
 * The statuses that the service has acknowledged, and those that it may have stored besides, because they were
 * sent.
 */
export function allowedStatuses({ updates }: Payment): {
  sure: TransactionStatus[];
  possible: TransactionStatus[];
} {
  return {
    sure: computeStatuses(updates.filter((word) => word.isAcknowledged)),
    possible: computeStatuses(updates),
  };
}
