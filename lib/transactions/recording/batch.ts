import { assertDefined } from "@/lib/core/errors/assert";
import { Failure } from "@/lib/core/errors/errors";
import type { Id } from "@/lib/core/ids";
import { InFlightMap } from "@/lib/core/in-flight/in-flight-map";
import { SHORT_LOCK_TIMEOUT } from "@/lib/core/settings/session-settings";
import { systemDb, systemDbShortLockWait } from "@/lib/db/client";
import { codeOf, isLockTimeout } from "@/lib/db/errors";
import { env } from "@/lib/env";
import { metrics } from "@/lib/metrics";
import { findSingleton, singleton } from "@/lib/process-singleton";
import { inSpan } from "@/lib/tracing";
import { getImmediateSend, type RecordedEvent } from "@/lib/webhooks";
import { BatchQueue, LaneQueue } from "./batch-queue";
import { insertBySession } from "./by-session";
import { type InsertOutcome, type InsertResult, insertTransactions } from "./insert-transactions";
import { type RecordableCredit, type RecordingRow, toRecordingRow } from "./recording-row";

interface Recorded extends Pick<InsertResult, "sessionId" | "organisationId"> {
  /** Never `busy`: such a row is retried. */
  outcome: Exclude<InsertOutcome, "busy">;
  event: RecordedEvent;
  transactionId: Id<"transaction">;
  deliveryId: Id<"delivery">;
  /** The status that was recorded. */
  status: RecordingRow["status"];
}

interface Waiting {
  input: RecordingRow;
  /** When it was accepted, by `performance.now()`. */
  since: number;
  /** Its session, while it is in the `busy` queue. */
  busySession: string;
  resolve: (written: Recorded) => void;
  reject: (thrown: unknown) => void;
}

/**
 * How a statement treats database rows that another transaction has locked. `skip`: if the session's state row is
 * locked, the outcome is `busy`; for any other row the statement waits 50 ms, then fails (`isLockTimeout`). `short`: it
 * waits 50 ms for every row. `long`: it waits up to the statement timeout.
 */
export type LockWait = "skip" | "short" | "long";
type Write = (inputs: RecordingRow[], lockWait: LockWait) => Promise<InsertResult[]>;

/** Maximum queued rows, about one second of work. Beyond it the bank gets 503, which bounds memory. */
const MAX_WAITING = 5_000;
/**
 * Pause between two batches of sessions in which another process is recording: it writes its next batch meanwhile, for which a
 * statement would wait with the rows that it has.
 */
const TURN_PAUSE_MS = 8;
/** How long the rows of a session in which another process has recorded go to `busy`: `main` would skip many of them. */
const SHARED_MS = 1_000;
/** Destinations whose session is cached, about 2 MB. */
const MAX_DESTINATIONS = 10_000;

/** Whether a statement failed because of one row's data or a deadlock, not because the database is unavailable. */
const isRowError = (thrown: unknown): boolean => /^(2[1-3]|40|54)/.test(codeOf(thrown));

/**
 * Records payments in batches: while a statement is in flight, new rows are queued for the next one. A single payment is
 * written immediately, and many share one commit.
 *
 * A session whose rows are locked by another transaction delays only its own payments:
 * 1. `main` writes all rows and skips sessions whose state row is locked.
 * 2. `busy` retries the skipped rows in one batch and waits briefly. While some of a session's rows are in it, the session's new
 *    rows join them. If another process has recorded in the session meanwhile, they join for a second longer, and `busy` pauses
 *    between two batches, so that the processes take turns.
 * 3. If such a statement times out on a lock, each of its sessions gets a separate lane, which waits for the lock.
 *
 * Two notifications of one payment are never in flight at the same time.
 */
export class Recorder {
  private readonly main = new BatchQueue<Waiting>((batch) => this.writeBatch(batch, "skip"));
  private readonly busy = new BatchQueue<Waiting>(
    (batch) => this.writeBatch(batch, "short"),
    ({ busySession }) => busySession,
    (batch) => (batch.some(({ busySession }) => this.isShared(busySession)) ? TURN_PAUSE_MS : 0),
  );
  private readonly lanes = new LaneQueue<Waiting>((batch) => this.writeBatch(batch, "long"));
  /** The notifications of each payment that is being recorded: the one that is queued or in flight, then its repeats. */
  private readonly payments = new InFlightMap<Waiting[]>();
  private repeatCount = 0;
  /** The last sequence of each session after this process's last batch of it. */
  private readonly lastSequences = new Map<string, bigint>();
  /** For each session in which another process is recording: until when (`performance.now()`) its rows go to `busy`. */
  private readonly sharedUntil = new Map<string, number>();
  /** Cache of each destination's last session; used only to choose a lane. */
  private readonly sessions = new Map<string, string>();

  constructor(private readonly write: Write = writeToDatabase) {}

  /**
   * Records a payment; resolves once its statement is committed. Throws `Failure("unavailable")` if the queue is full.
   */
  record(input: RecordingRow): Promise<Recorded> {
    if (this.main.length + this.busy.length + this.lanes.length + this.repeatCount >= MAX_WAITING) {
      throw new Failure("unavailable", {
        headers: { "retry-after": "1" },
        internal: "the recording queue is full",
      });
    }
    const since = performance.now();
    return new Promise((resolve, reject) => this.accept({ input, since, busySession: "", resolve, reject }));
  }

  /** How long the payment that has waited longest has waited for its commit, in seconds; 0 if none waits. */
  get oldestSeconds(): number {
    const now = performance.now();
    return (
      Math.max(0, ...this.payments.toArray().map(([, [first]]) => (first ? now - first.since : 0))) / 1000
    );
  }

  private accept(waiting: Waiting): void {
    const payment = paymentOf(waiting.input);
    const earlier = this.payments.get(payment);
    if (earlier) {
      earlier.push(waiting);
      this.repeatCount++;
    } else {
      this.payments.set(payment, [waiting]);
      this.enqueue(waiting);
    }
  }

  private enqueue(waiting: Waiting): void {
    const key = this.laneKey(waiting.input);
    if (this.lanes.has(key)) this.lanes.add(key, waiting);
    else if (this.busy.has(key) || this.isShared(key)) this.addBusy(waiting);
    else this.main.add(waiting);
  }

  private isShared(session: string): boolean {
    const until = this.sharedUntil.get(session) ?? 0;
    if (until > performance.now()) return true;
    this.sharedUntil.delete(session);
    return false;
  }

  /** Notes which sessions another process has recorded in: their last sequence is higher than this process left it. */
  private compareSequences(results: readonly InsertResult[], lockWait: LockWait): void {
    for (const map of [this.lastSequences, this.sharedUntil])
      if (map.size + results.length > MAX_DESTINATIONS) map.clear();
    const after = new Map<string, bigint>();
    for (const { sessionId, lastSequence, outcome } of results) {
      if (!sessionId || lastSequence === null) continue;
      if (lockWait === "short" && lastSequence > (this.lastSequences.get(sessionId) ?? lastSequence))
        this.sharedUntil.set(sessionId, performance.now() + SHARED_MS);
      const sequence = after.get(sessionId) ?? lastSequence;
      after.set(sessionId, outcome === "recorded" ? sequence + 1n : sequence);
    }
    for (const [sessionId, sequence] of after) this.lastSequences.set(sessionId, sequence);
  }

  /** Enqueues the next notification of the same payment after one is finished. */
  private finish({ input }: Waiting): void {
    const payment = paymentOf(input);
    const waiting = this.payments.get(payment);
    waiting?.shift();
    const next = waiting?.[0];
    if (next) {
      this.repeatCount--;
      this.enqueue(next);
    } else this.payments.delete(payment);
  }

  /** Writes a batch. If it fails because of one row's data, the rows are retried one by one, so that only that row fails. */
  private async writeBatch(batch: Waiting[], lockWait: LockWait): Promise<void> {
    for (const [position, { input }] of batch.entries()) input.position = position;
    const inputs = batch.map(({ input }) => input);
    try {
      const results = await this.write(inputs, lockWait);
      this.compareSequences(results, lockWait);
      const rows = new Map(results.map((row) => [row.position, row]));
      const row = (position: number) =>
        assertDefined(rows.get(position), "the statement returns a result for every row");
      const isBusy = (_: Waiting, position: number) =>
        lockWait === "skip" && row(position).outcome === "busy";
      for (const [position, waiting] of batch.entries())
        if (!isBusy(waiting, position)) this.answer(waiting, row(position));
        else this.cacheSession(waiting.input, row(position).sessionId);
      this.retry(batch.filter(isBusy));
    } catch (thrown) {
      if (lockWait !== "long" && isLockTimeout(thrown)) this.isolate(batch);
      else if (batch.length > 1 && isRowError(thrown)) {
        for (const waiting of batch) await this.writeBatch([waiting], lockWait);
      } else for (const waiting of batch) this.fail(waiting, thrown);
    }
  }

  private answer(waiting: Waiting, row: InsertResult): void {
    const { input, resolve } = waiting;
    const { sessionId, organisationId } = row;
    this.cacheSession(input, sessionId);
    resolve({
      sessionId,
      organisationId,
      // A statement that waits for locks misses a state row only if the session was deleted concurrently.
      outcome: row.outcome === "busy" ? "retry" : row.outcome,
      event: row,
      transactionId: input.transaction_id,
      deliveryId: input.delivery_id,
      status: input.status,
    });
    this.finish(waiting);
  }

  /**
   * Retries rows whose session was locked, in the session's lane if it has one. Otherwise they go to `busy`, with the session's
   * rows that wait in `main`.
   */
  private retry(batch: Waiting[]): void {
    const isInLane = ({ input }: Waiting) => this.lanes.has(this.laneKey(input));
    const others = batch.filter((waiting) => !isInLane(waiting));
    for (const waiting of batch.filter(isInLane)) this.lanes.add(this.laneKey(waiting.input), waiting);
    this.addBusy(...others);
    if (others.length > 0)
      this.addBusy(...this.main.remove(({ input }) => this.busy.has(this.laneKey(input))));
  }

  private addBusy(...rows: Waiting[]): void {
    for (const waiting of rows) waiting.busySession = this.laneKey(waiting.input);
    this.busy.add(...rows);
  }

  private fail(waiting: Waiting, thrown: unknown): void {
    waiting.reject(thrown);
    this.finish(waiting);
  }

  /** Creates a lane for each session of a batch and moves the session's rows from the other queues to it. */
  private isolate(batch: Waiting[]): void {
    for (const waiting of batch) {
      this.sharedUntil.delete(this.laneKey(waiting.input));
      this.lanes.add(this.laneKey(waiting.input), waiting);
    }
    for (const queue of [this.main, this.busy])
      for (const waiting of queue.remove(({ input }) => this.lanes.has(this.laneKey(input))))
        this.lanes.add(this.laneKey(waiting.input), waiting);
  }

  /** The session of a row's destination, or the destination itself if its session is not cached. */
  private laneKey(input: RecordingRow): string {
    const destination = destinationOf(input);
    return input.session_id ?? this.sessions.get(destination) ?? destination;
  }

  private cacheSession(input: RecordingRow, sessionId: string | null): void {
    if (!sessionId) return;
    if (this.sessions.size >= MAX_DESTINATIONS) this.sessions.clear();
    this.sessions.set(destinationOf(input), sessionId);
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

async function writeToDatabase(inputs: RecordingRow[], lockWait: LockWait): Promise<InsertResult[]> {
  const { batchSize, commitTime } = metrics();
  batchSize.observe(inputs.length);
  const observeCommit = commitTime.startTimer();
  const options = { immediateSend: getImmediateSend(), skipBusy: lockWait === "skip" };
  const db = () => (lockWait === "long" ? systemDb() : systemDbShortLockWait());
  const results = await (env().isDatabaseDistributed
    ? insertBySession(inputs, {
        ...options,
        lockTimeout: lockWait === "long" ? undefined : SHORT_LOCK_TIMEOUT,
      })
    : insertTransactions(db(), inputs, options));
  observeCommit();
  return results;
}

const recorder = () => singleton("recorder", () => new Recorder());

/** Records a credit in a batch with concurrent ones; resolves once its statement is committed. */
export function recordBatched(incoming: RecordableCredit): Promise<Recorded> {
  const row = toRecordingRow(incoming, 0);
  return inSpan(
    () => ({ name: "commit", kind: "internal" }),
    () => recorder().record(row),
  );
}

/** Returns how long the oldest payment of this process's recording queue has waited for its commit, in seconds. */
export function getRecordingWait(): number {
  return findSingleton<Recorder>("recorder")?.oldestSeconds ?? 0;
}
