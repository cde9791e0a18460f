import { present } from "@/lib/core/assert";
import { Failure } from "@/lib/core/errors";
import type { Id } from "@/lib/core/ids";
import { systemDb } from "@/lib/db/client";
import { once } from "@/lib/process";
import { type ClaimedDelivery, handOver } from "@/lib/webhooks";
import { type Arrival, arrivalOf, type Recordable } from "./arrival";
import { type Written, writeArrivals } from "./statement";

interface Waiting {
  arrival: Arrival;
  resolve: (written: Recorded) => void;
  reject: (thrown: unknown) => void;
}

interface Recorded extends Written {
  transactionId: Id<"transaction">;
  /** Its event, where this process is to send it at once. */
  event: ClaimedDelivery | undefined;
}

/** Rows a statement carries at most: past this its time grows as fast as its rows. */
const MAX_BATCH = 100;
/** Credits that may wait: about a second's work. Beyond, the bank is told to come again before memory grows. */
const MAX_WAITING = 5_000;

/** Whether a statement failed over what one row holds, or over a deadlock; not because the database is away. */
function isOneRowsFault(thrown: unknown): boolean {
  return thrown instanceof Error && "code" in thrown && /^(2[1-3]|40|54)/.test(String(thrown.code));
}

/**
 * Recording in natural batches: while a statement is in flight the rest wait together, without any timer, so that a
 * lone notice waits for nothing and a crowd shares one commit. One statement at a time: a second beside it would wait
 * for the same sessions' rows, and the throughput would fall by a sixth. Two of one payment never travel in one
 * statement.
 */
export class Recorder {
  private waiting: Waiting[] = [];
  private isWriting = false;

  constructor(private readonly write: (arrivals: Arrival[]) => Promise<Written[]>) {}

  record(arrival: Arrival): Promise<Recorded> {
    if (this.waiting.length >= MAX_WAITING) {
      throw new Failure("unavailable", {
        headers: { "retry-after": "1" },
        internal: "too many notices are waiting",
      });
    }
    return new Promise((resolve, reject) => {
      this.waiting.push({ arrival, resolve, reject });
      this.send();
    });
  }

  private send(): void {
    if (this.isWriting || this.waiting.length === 0) return;
    this.isWriting = true;
    void this.settle(this.takeBatch()).finally(() => {
      this.isWriting = false;
      this.send();
    });
  }

  /** Takes what may travel together; a second notice of a payment stays behind for the next statement. */
  private takeBatch(): Waiting[] {
    const batch = new Map<string, Waiting>();
    const behind: Waiting[] = [];
    let taken = 0;
    for (; taken < this.waiting.length && batch.size < MAX_BATCH; taken++) {
      const waiting = present(this.waiting[taken], "taken counts up to the length");
      const { mode, bank_connection_id, payment_key } = waiting.arrival;
      const payment = `${mode} ${bank_connection_id} ${payment_key}`;
      if (batch.has(payment)) behind.push(waiting);
      else batch.set(payment, waiting);
    }
    this.waiting = [...behind, ...this.waiting.slice(taken)];
    return [...batch.values()];
  }

  /** Writes a batch. One that a row's own fault fails is written again one by one, so that the row fails alone. */
  private async settle(batch: Waiting[]): Promise<void> {
    try {
      const written = await this.write(batch.map(({ arrival }, position) => ({ ...arrival, position })));
      const rows = new Map(written.map((row) => [row.position, row]));
      for (const [position, { arrival, resolve }] of batch.entries()) {
        const row = present(rows.get(position), "the statement answers every arrival");
        resolve({ transactionId: arrival.transaction_id, event: eventOf(arrival, row), ...row });
      }
    } catch (thrown) {
      if (batch.length > 1 && isOneRowsFault(thrown)) {
        for (const waiting of batch) await this.settle([waiting]);
      } else {
        for (const { reject } of batch) reject(thrown);
      }
    }
  }
}

/** The event of an arrival, where it was handed over. */
function eventOf({ delivery_id: id, mode, status }: Arrival, written: Written): ClaimedDelivery | undefined {
  const { sessionId, organisationId, handed } = written;
  if (!handed || !sessionId || !organisationId) return undefined;
  const isInterim = status === "pending";
  const first = { attemptNumber: 1, uncountedAttempts: 0, isProbe: false, isInterim };
  return { id, mode, sessionId, organisationId, ...handed, ...first };
}

const recorder = () =>
  once(
    "recorder",
    () => new Recorder((arrivals) => writeArrivals(systemDb(), arrivals, { handOver: handOver() })),
  );

/** Has a credit written with whatever else arrives now; resolves once the statement that holds it is committed. */
export function recordTogether(incoming: Recordable): Promise<Recorded> {
  return recorder().record(arrivalOf(incoming, 0));
}
