import type { Channel, TransactionStatus } from "@/lib/db/schema";
import type { ProviderName } from "@/lib/env";

/** Something that a bank says of a payment, and whether the service has acknowledged it. */
export interface Word {
  status: TransactionStatus;
  isAcknowledged: boolean;
}

/** A payment as the bank's side knows it. */
export interface Payment {
  provider: ProviderName;
  key: string;
  sessionId: string;
  /** Kobo. */
  amount: bigint;
  channel: Channel;
  /** The terminal it was made at, or `""`. */
  terminalId: string;
  /** In the order in which they are said: none before the one ahead of it is acknowledged. */
  words: Word[];
}

/** Everything sent to the service, and what of it was acknowledged: what the service is held to. */
export class Ledger {
  readonly payments = new Map<string, Payment>();

  add(payment: Payment): Payment {
    this.payments.set(identityOf(payment), payment);
    return payment;
  }

  /** How many words were said, and how many acknowledged; copies of a notice are one word. */
  count(): { sent: number; acknowledged: number } {
    const words = [...this.payments.values()].flatMap((payment) => payment.words);
    return { sent: words.length, acknowledged: words.filter((word) => word.isAcknowledged).length };
  }
}

/** What tells a payment from every other. */
export function identityOf({ provider, key }: Pick<Payment, "provider" | "key">): string {
  return `${provider} ${key}`;
}

/**
 * The statuses that a payment reaches by these words, in order: the bank's word goes forward only, and a late
 * `pending` is old news.
 */
export function statusesBy(words: readonly Word[]): TransactionStatus[] {
  const reached: TransactionStatus[] = [];
  for (const { status } of words) {
    const last = reached.at(-1);
    if (last === undefined || (last === "pending" && status !== "pending")) reached.push(status);
  }
  return reached;
}

/** The statuses that the service has acknowledged, and those that it may hold besides, for it has been told of them. */
export function statusesOf({ words }: Payment): { sure: TransactionStatus[]; possible: TransactionStatus[] } {
  return { sure: statusesBy(words.filter((word) => word.isAcknowledged)), possible: statusesBy(words) };
}
