import { formatKobo } from "@/lib/core/money";
import type { Channel, TransactionStatus } from "@/lib/core/transaction";
import type { Receipt } from "./inbox";
import { allowedStatuses, identityOf, type Ledger, type Payment } from "./ledger";

/** A violated guarantee and its evidence. */
export interface Violation {
  check: string;
  evidence: string;
}

/** A stored transaction. */
export interface StoredTransaction {
  id: string;
  provider: Payment["provider"];
  key: string;
  sessionId: string;
  amount: bigint;
  channel: Channel;
  terminalId: string;
  status: TransactionStatus;
}

/** A stored outgoing event. */
export interface StoredDelivery {
  id: string;
  transactionId: string;
  status: TransactionStatus;
  state: string;
  attempts: number;
}

/** Checks the acknowledged status updates of each payment against its one transaction. */
export function checkStored(ledger: Ledger, stored: readonly StoredTransaction[]): Violation[] {
  const found = new Map<string, StoredTransaction[]>();
  for (const row of stored) {
    const identity = identityOf(row);
    found.set(identity, [...(found.get(identity) ?? []), row]);
  }
  const invented = [...found.keys()].filter((identity) => !ledger.payments.has(identity));
  return [
    ...[...ledger.payments].flatMap(([identity, payment]) =>
      checkPayment(payment, found.get(identity) ?? []),
    ),
    ...invented.map((identity) => ({ check: "stored but never sent", evidence: identity })),
  ];
}

function checkPayment(payment: Payment, rows: StoredTransaction[]): Violation[] {
  const { sure, possible } = allowedStatuses(payment);
  const name = identityOf(payment);
  const updates = payment.updates
    .map((word) => `${word.status}${word.isAcknowledged ? " ✓" : ""}`)
    .join(", ");
  const open = payment.updates.some((word) => !word.isAcknowledged)
    ? [{ check: "never acknowledged", evidence: `${name} (${updates})` }]
    : [];
  const [row, ...others] = rows;
  if (!row) return sure.length > 0 ? [...open, { check: "lost", evidence: `${name} (${updates})` }] : open;
  if (others.length > 0)
    open.push({ check: "stored twice", evidence: `${name}: ${rows.map(({ id }) => id)}` });
  const differs = (["sessionId", "amount", "channel", "terminalId"] as const).filter(
    (member) => row[member] !== payment[member],
  );
  // A status update in flight may have been applied, so every status from the last acknowledged one on is allowed.
  const statuses = possible.slice(Math.max(0, sure.length - 1));
  if (differs.length > 0)
    open.push({ check: "stored with other values", evidence: `${row.id} ${name}: ${differs}` });
  if (!statuses.includes(row.status)) {
    open.push({
      check: "unexpected status",
      evidence: `${row.id} ${name} is ${row.status}, reported as ${updates}`,
    });
  }
  return open;
}

/** Checks each acknowledged status against its one event. */
export function checkQueued(
  ledger: Ledger,
  stored: readonly StoredTransaction[],
  deliveries: readonly StoredDelivery[],
): Violation[] {
  const count = new Map<string, number>();
  for (const one of deliveries) count.set(eventOf(one), (count.get(eventOf(one)) ?? 0) + 1);
  const known = new Set<string>();
  const missing = stored.flatMap((row) => {
    const payment = ledger.payments.get(identityOf(row));
    if (!payment) return [];
    const { sure, possible } = allowedStatuses(payment);
    for (const status of possible) known.add(`${row.id} ${status}`);
    return sure
      .map((status) => `${row.id} ${status}`)
      .filter((event) => count.get(event) !== 1)
      .map((event) => ({
        check: "not exactly one event",
        evidence: `${event} has ${count.get(event) ?? 0} deliveries`,
      }));
  });
  const invented = [...count.keys()].filter((event) => !known.has(event));
  return [...missing, ...invented.map((event) => ({ check: "unexpected event", evidence: event }))];
}

/** Checks the stored events against the received ones: each arrived and was accepted, under its own id only. */
export function checkDelivered(
  deliveries: readonly StoredDelivery[],
  stored: readonly StoredTransaction[],
  receipts: ReadonlyMap<string, Receipt>,
): Violation[] {
  const transactions = new Map(stored.map((row) => [row.id, row]));
  const ids = new Set(deliveries.map(({ id }) => id));
  const strange = [...receipts.keys()].filter((id) => !ids.has(id));
  return [
    ...deliveries.flatMap((delivery) => {
      const receipt = receipts.get(delivery.id);
      const name = `${delivery.id} of ${eventOf(delivery)}, ${delivery.state} after ${delivery.attempts} attempts`;
      if (!receipt?.accepted) return [{ check: "undelivered", evidence: name }];
      if (delivery.state !== "delivered") return [{ check: "delivery not recorded", evidence: name }];
      const row = transactions.get(delivery.transactionId);
      const isTrue =
        receipt.transactionId === delivery.transactionId &&
        receipt.status === delivery.status &&
        receipt.sessionId === row?.sessionId &&
        receipt.amount === formatKobo(row?.amount ?? 0n);
      return isTrue ? [] : [{ check: "event with other values", evidence: name }];
    }),
    ...strange.map((id) => ({ check: "unknown webhook-id", evidence: id })),
  ];
}

const eventOf = ({ transactionId, status }: StoredDelivery) => `${transactionId} ${status}`;

/** A session's summary in the form that the ledger computes. */
export interface Sums {
  transactionCount: number;
  successfulCount: number;
  pendingCount: number;
  failedCount: number;
  /** Kobo by `total`, `channel …` and `terminal …`, of successful payments only; `count …` for each. */
  volumes: Record<string, bigint>;
}

/**
 * Computes a session's summary from the ledger. For a payment with unacknowledged status updates, the stored status
 * is used.
 */
export function computeSums(
  ledger: Ledger,
  sessionId: string,
  stored: readonly StoredTransaction[] = [],
): Sums {
  const statuses = new Map(stored.map((row) => [identityOf(row), row.status]));
  const sums: Sums = {
    transactionCount: 0,
    successfulCount: 0,
    pendingCount: 0,
    failedCount: 0,
    volumes: {},
  };
  const add = (name: string, amount: bigint) => {
    sums.volumes[name] = (sums.volumes[name] ?? 0n) + amount;
    sums.volumes[`count ${name}`] = (sums.volumes[`count ${name}`] ?? 0n) + 1n;
  };
  for (const payment of ledger.payments.values()) {
    const isOpen = payment.updates.some((word) => !word.isAcknowledged);
    const status = isOpen ? statuses.get(identityOf(payment)) : allowedStatuses(payment).sure.at(-1);
    if (payment.sessionId !== sessionId || status === undefined) continue;
    sums.transactionCount++;
    sums[`${status}Count`]++;
    if (status !== "successful") continue;
    add("total", payment.amount);
    add(`channel ${payment.channel}`, payment.amount);
    if (payment.terminalId !== "") add(`terminal ${payment.terminalId}`, payment.amount);
  }
  return sums;
}

/** Checks the service's summary of a session against the ledger's. */
export function checkSums(sessionId: string, counted: Sums, reported: Sums): Violation[] {
  const figures = ({ volumes, ...counts }: Sums): Record<string, number | bigint> => ({
    ...counts,
    ...volumes,
  });
  const [ours, theirs] = [figures(counted), figures(reported)];
  return [...new Set([...Object.keys(ours), ...Object.keys(theirs)])]
    .filter((name) => (ours[name] ?? 0n) !== (theirs[name] ?? 0n))
    .map((name) => ({
      check: "sums differ",
      evidence: `${sessionId} ${name}: the ledger has ${ours[name] ?? 0}, the service reports ${theirs[name] ?? 0}`,
    }));
}
