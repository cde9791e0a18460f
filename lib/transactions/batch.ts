import { assertDefined } from "@/lib/core/assert";
import { Failure } from "@/lib/core/errors";
import type { Id } from "@/lib/core/ids";
import { systemDb, systemDbShortLockWait } from "@/lib/db/client";
import { isLockTimeout } from "@/lib/db/errors";
import { singleton } from "@/lib/process-singleton";
import { type ClaimedDelivery, handOverDeliveries } from "@/lib/webhooks";
import { BatchQueue, Lanes } from "./lanes";
import { type Recordable, type RecordingRow, toRecordingRow } from "./recording-row";
import { insertTransactions, type Outcome, type Written } from "./statement";

interface Recorded extends Written {
  /** Never `busy`: such an arrival is written again. */
  outcome: Exclude<Outcome, "busy">;
  transactionId: Id<"transaction">;
  /** Its event, where this process is to send it at once. */
  event: ClaimedDelivery | undefined;
}

interface Waiting {
  arrival: RecordingRow;
  resolve: (written: Recorded) => void;
  reject: (thrown: unknown) => void;
}

/**
 * What a statement does where a row is locked by another transaction. `skip`: an arrival whose session's counter row is
 * locked is `busy`; for any other row the statement waits 50 ms, then it fails (`isLockTimeout`). `short`: it waits
 * 50 ms for every row. `long`: it waits as long as a statement may run.
 */
export type LockWait = "skip" | "short" | "long";
type Write = (arrivals: RecordingRow[], lockWait: LockWait) => Promise<Written[]>;

/** Arrivals that may wait: about a second's work. Beyond, the bank gets 503 before memory grows. */
const MAX_WAITING = 5_000;
/** Destinations whose session is remembered, about 2 MB. */
const MAX_DESTINATIONS = 10_000;

/** Whether a statement failed over what one row holds, or over a deadlock; not because the database is away. */
function isOneRowsFault(thrown: unknown): boolean {
  return thrown instanceof Error && "code" in thrown && /^(2[1-3]|40|54)/.test(String(thrown.code));
}

/**
 * Records arrivals in batches: while a statement is in flight the rest wait together, without a timer, so that a lone
 * arrival waits for nothing and many share one commit.
 *
 * A session whose rows are locked by another transaction delays only its own arrivals:
 * 1. `main` writes all arrivals and skips sessions whose counter row is locked.
 * 2. `busy` writes the skipped ones together and waits briefly: usually another process is recording in that session.
 * 3. Where a statement of these waits too long, each of its sessions gets a lane of its own, which waits for the lock.
 *
 * Two notifications of one payment are never in flight at the same time.
 */
export class Recorder {
  private readonly main = new BatchQueue<Waiting>((batch) => this.writeBatch(batch, "skip"));
  private readonly busy = new BatchQueue<Waiting>((batch) => this.writeBatch(batch, "short"));
  private readonly lanes = new Lanes<Waiting>((batch) => this.writeBatch(batch, "long"));
  /** Later notifications of each payment that is being recorded. */
  private readonly repeats = new Map<string, Waiting[]>();
  private repeatCount = 0;
  /** The session that each destination had last; only used to choose a lane. */
  private readonly sessions = new Map<string, string>();

  constructor(private readonly write: Write = writeToDatabase) {}

  /**
   * Records an arrival; resolves once the statement that holds it is committed. Throws `Failure("unavailable")` where
   * too many wait.
   */
  record(arrival: RecordingRow): Promise<Recorded> {
    if (this.main.length + this.busy.length + this.lanes.length + this.repeatCount >= MAX_WAITING) {
      throw new Failure("unavailable", {
        headers: { "retry-after": "1" },
        internal: "too many notices are waiting",
      });
    }
    return new Promise((resolve, reject) => this.accept({ arrival, resolve, reject }));
  }

  private accept(waiting: Waiting): void {
    const payment = paymentOf(waiting.arrival);
    const repeats = this.repeats.get(payment);
    if (repeats) {
      repeats.push(waiting);
      this.repeatCount++;
    } else {
      this.repeats.set(payment, []);
      this.enqueue(waiting);
    }
  }

  private enqueue(waiting: Waiting): void {
    const key = this.laneKeyOf(waiting.arrival);
    if (this.lanes.has(key)) this.lanes.add(key, waiting);
    else this.main.add(waiting);
  }

  /** Has the next notification of a payment follow the one that is answered. */
  private finish({ arrival }: Waiting): void {
    const payment = paymentOf(arrival);
    const next = this.repeats.get(payment)?.shift();
    if (next) {
      this.repeatCount--;
      this.enqueue(next);
    } else this.repeats.delete(payment);
  }

  /** Writes a batch. One that fails over one row's content is written again one by one, so that the row fails alone. */
  private async writeBatch(batch: Waiting[], lockWait: LockWait): Promise<void> {
    const arrivals = batch.map(({ arrival }, position) => ({ ...arrival, position }));
    try {
      const rows = new Map((await this.write(arrivals, lockWait)).map((row) => [row.position, row]));
      const row = (position: number) =>
        assertDefined(rows.get(position), "the statement answers every arrival");
      const isBusy = (_: Waiting, position: number) =>
        lockWait === "skip" && row(position).outcome === "busy";
      for (const [position, waiting] of batch.entries())
        if (!isBusy(waiting, position)) this.answer(waiting, row(position));
        else this.remember(waiting.arrival, row(position).sessionId);
      this.retry(batch.filter(isBusy));
    } catch (thrown) {
      if (lockWait !== "long" && isLockTimeout(thrown)) this.isolate(batch);
      else if (batch.length > 1 && isOneRowsFault(thrown)) {
        for (const waiting of batch) await this.writeBatch([waiting], lockWait);
      } else for (const waiting of batch) this.fail(waiting, thrown);
    }
  }

  private answer(waiting: Waiting, row: Written): void {
    const { arrival, resolve } = waiting;
    this.remember(arrival, row.sessionId);
    // A statement that waits misses a counter row only where the session was deleted meanwhile.
    const outcome = row.outcome === "busy" ? "stale" : row.outcome;
    resolve({ ...row, outcome, transactionId: arrival.transaction_id, event: eventOf(arrival, row) });
    this.finish(waiting);
  }

  /** Writes arrivals again whose session was locked: in its lane where it has one, else together. */
  private retry(batch: Waiting[]): void {
    const isInLane = ({ arrival }: Waiting) => this.lanes.has(this.laneKeyOf(arrival));
    const together = batch.filter((waiting) => !isInLane(waiting));
    for (const waiting of batch.filter(isInLane)) this.lanes.add(this.laneKeyOf(waiting.arrival), waiting);
    this.busy.add(...together);
  }

  private fail(waiting: Waiting, thrown: unknown): void {
    waiting.reject(thrown);
    this.finish(waiting);
  }

  /** Gives each session of a batch a lane of its own, with its arrivals that wait elsewhere. */
  private isolate(batch: Waiting[]): void {
    for (const waiting of batch) this.lanes.add(this.laneKeyOf(waiting.arrival), waiting);
    for (const queue of [this.main, this.busy])
      for (const waiting of queue.remove(({ arrival }) => this.lanes.has(this.laneKeyOf(arrival))))
        this.lanes.add(this.laneKeyOf(waiting.arrival), waiting);
  }

  /** The session of an arrival's destination, or the destination itself where its session is not known yet. */
  private laneKeyOf(arrival: RecordingRow): string {
    const destination = destinationOf(arrival);
    return arrival.session_id ?? this.sessions.get(destination) ?? destination;
  }

  private remember(arrival: RecordingRow, sessionId: string | null): void {
    if (!sessionId) return;
    if (this.sessions.size >= MAX_DESTINATIONS) this.sessions.clear();
    this.sessions.set(destinationOf(arrival), sessionId);
  }
}

const paymentOf = ({ mode, bank_connection_id: connection, payment_key: key }: RecordingRow) =>
  `${mode} ${connection} ${key}`;

const destinationOf = ({
  mode,
  bank_connection_id: connection,
  channel,
  account,
  devices = [],
}: RecordingRow) => `${mode} ${connection} ${channel} ${channel === "pos" ? devices.join(" ") : account}`;

/** The event of an arrival, where it was handed over. */
function eventOf(
  { delivery_id: id, mode, status }: RecordingRow,
  written: Written,
): ClaimedDelivery | undefined {
  const { sessionId, organisationId, handed } = written;
  if (!handed || !sessionId || !organisationId) return undefined;
  const isInterim = status === "pending";
  const first = { attemptNumber: 1, uncountedAttempts: 0, isProbe: false, isInterim };
  return { id, mode, sessionId, organisationId, ...handed, ...first };
}

/** Writes with the production database; every statement may hand its events to this process's sender. */
function writeToDatabase(arrivals: RecordingRow[], lockWait: LockWait): Promise<Written[]> {
  const db = lockWait === "long" ? systemDb() : systemDbShortLockWait();
  return insertTransactions(db, arrivals, { handOver: handOverDeliveries(), skipBusy: lockWait === "skip" });
}

const recorder = () => singleton("recorder", () => new Recorder());

/** Records a credit in one batch with others that arrive now; resolves once the statement that holds it is committed. */
export function recordBatched(incoming: Recordable): Promise<Recorded> {
  return recorder().record(toRecordingRow(incoming, 0));
}
