import { InFlightMap } from "@/lib/core/in-flight/in-flight-map";

/** Maximum items per batch: beyond this a statement's time grows linearly with its rows, so larger batches gain nothing. */
const MAX_BATCH = 100;
/** Lanes that send concurrently. Each can occupy one of the six connections of a pool until a lock is released. */
const MAX_SENDING_LANES = 4;
/** A lane's batch that took this long waited for a lock: recording itself holds a lock for only a few milliseconds. */
const SLOW_MS = 250;
/** How long a key keeps its lane after a slow batch; limits the shared queue to one short lock wait per key in this time. */
const SLOW_LANE_LIFETIME_MS = 10_000;

/** A queue that sends one batch at a time: items that arrive meanwhile form the next batch. */
export class BatchQueue<T> {
  private waiting: T[] = [];
  private isSending = false;
  /** The number of items that wait or are being sent, by key. */
  private readonly counts = new InFlightMap<number>();

  /**
   * `send` must not reject. The key of an item, which `has` finds, must not change while it is in the queue. After a batch, if it
   * had more than one item or leaves some behind, the queue waits for the milliseconds of `pauseAfter`, so that the next batch is
   * as large.
   */
  constructor(
    private readonly send: (batch: T[]) => Promise<void>,
    private readonly keyOf?: (item: T) => string,
    private readonly pauseAfter: (batch: readonly T[]) => number = () => 0,
  ) {}

  get length(): number {
    return this.waiting.length;
  }

  /** Whether an item with this key waits or is being sent. */
  has(key: string): boolean {
    return this.counts.has(key);
  }

  add(...items: T[]): void {
    this.waiting.push(...items);
    this.count(items, 1);
    this.start();
  }

  /** Removes and returns the waiting items that meet a condition, in their order. */
  remove(matches: (item: T) => boolean): T[] {
    const removed = this.waiting.filter(matches);
    if (removed.length > 0) this.waiting = this.waiting.filter((item) => !matches(item));
    this.count(removed, -1);
    return removed;
  }

  private start(): void {
    if (this.isSending || this.waiting.length === 0) return;
    this.isSending = true;
    const batch = this.waiting.splice(0, MAX_BATCH);
    void this.send(batch).finally(() => {
      this.count(batch, -1);
      const pauseMs = batch.length + this.waiting.length > 1 ? this.pauseAfter(batch) : 0;
      if (pauseMs > 0) setTimeout(() => this.next(), pauseMs);
      else this.next();
    });
  }

  private next(): void {
    this.isSending = false;
    this.start();
  }

  private count(items: readonly T[], change: 1 | -1): void {
    if (!this.keyOf) return;
    for (const item of items) {
      const key = this.keyOf(item);
      const count = (this.counts.get(key) ?? 0) + change;
      if (count > 0) this.counts.set(key, count);
      else this.counts.delete(key);
    }
  }
}

interface Lane<T> {
  waiting: T[];
  isSending: boolean;
  /** When an empty lane expires, by `performance.now()`. */
  expiresAt: number;
}

/**
 * One queue ("lane") per key, for keys whose items must wait without delaying others. Each lane sends one batch at a
 * time; four lanes send concurrently, in round-robin order. An empty lane is removed, ten seconds later if its last
 * batch was slow.
 */
export class LaneQueue<T> {
  private readonly lanes = new Map<string, Lane<T>>();
  private sending = 0;
  private waitingCount = 0;

  /** `send` must not reject. */
  constructor(private readonly send: (batch: T[]) => Promise<void>) {}

  /** The number of waiting items. */
  get length(): number {
    return this.waitingCount;
  }

  has(key: string): boolean {
    const lane = this.lanes.get(key);
    if (lane && isExpired(lane)) this.lanes.delete(key);
    return this.lanes.has(key);
  }

  /** Adds an item to its key's lane; creates the lane if there is none. */
  add(key: string, item: T): void {
    const lane = this.lanes.get(key) ?? this.createLane(key);
    lane.waiting.push(item);
    this.waitingCount++;
    this.start();
  }

  private createLane(key: string): Lane<T> {
    for (const [other, lane] of this.lanes) if (isExpired(lane)) this.lanes.delete(other);
    const lane: Lane<T> = { waiting: [], isSending: false, expiresAt: 0 };
    this.lanes.set(key, lane);
    return lane;
  }

  private start(): void {
    for (const [key, lane] of this.lanes) {
      if (this.sending >= MAX_SENDING_LANES) return;
      if (!lane.isSending && lane.waiting.length > 0) void this.sendBatch(key, lane);
    }
  }

  private async sendBatch(key: string, lane: Lane<T>): Promise<void> {
    const batch = lane.waiting.splice(0, MAX_BATCH);
    const startedAt = performance.now();
    lane.isSending = true;
    this.sending++;
    this.waitingCount -= batch.length;
    await this.send(batch);
    const endedAt = performance.now();
    if (endedAt - startedAt >= SLOW_MS) lane.expiresAt = endedAt + SLOW_LANE_LIFETIME_MS;
    lane.isSending = false;
    this.sending--;
    // Move to the end of the map, so that the other lanes are served first.
    this.lanes.delete(key);
    if (!isExpired(lane)) this.lanes.set(key, lane);
    this.start();
  }
}

function isExpired<T>({ isSending, waiting, expiresAt }: Lane<T>): boolean {
  return !isSending && waiting.length === 0 && expiresAt <= performance.now();
}
