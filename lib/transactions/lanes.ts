/** Items a batch holds at most: past this a statement's time grows as fast as its rows. */
export const MAX_BATCH = 100;
/** Lanes that send at once. Each may hold one of the eight connections for single statements until a lock is released. */
const MAX_SENDING_LANES = 4;
/** A lane's batch that took this long had to wait: recording itself keeps a lock for some milliseconds. */
const SLOW_MS = 250;
/** How long after a slow batch a key keeps its lane. At most one short lock wait of the shared queue per key in this time. */
const KEEP_AFTER_SLOW_MS = 10_000;

/** A queue that sends one batch at a time: items that arrive meanwhile form the next batch, without a timer. */
export class BatchQueue<T> {
  private waiting: T[] = [];
  private isSending = false;

  /** `send` must not reject. */
  constructor(private readonly send: (batch: T[]) => Promise<void>) {}

  get length(): number {
    return this.waiting.length;
  }

  add(...items: T[]): void {
    this.waiting.push(...items);
    this.start();
  }

  /** Removes and returns the waiting items that meet a condition, in their order. */
  remove(matches: (item: T) => boolean): T[] {
    const removed = this.waiting.filter(matches);
    if (removed.length > 0) this.waiting = this.waiting.filter((item) => !matches(item));
    return removed;
  }

  private start(): void {
    if (this.isSending || this.waiting.length === 0) return;
    this.isSending = true;
    void this.send(this.waiting.splice(0, MAX_BATCH)).finally(() => {
      this.isSending = false;
      this.start();
    });
  }
}

interface Lane<T> {
  waiting: T[];
  isSending: boolean;
  /** Until when an empty lane is kept, by `performance.now()`. */
  keptUntil: number;
}

/**
 * A queue per key, for keys whose items must wait without delaying others. Each lane sends one batch at a time; four
 * lanes send at once, in turn. A lane ends when it is empty, ten seconds later where its last batches were slow.
 */
export class Lanes<T> {
  private readonly lanes = new Map<string, Lane<T>>();
  private sending = 0;
  private waitingCount = 0;

  /** `send` must not reject. */
  constructor(private readonly send: (batch: T[]) => Promise<void>) {}

  /** How many items wait. */
  get length(): number {
    return this.waitingCount;
  }

  has(key: string): boolean {
    const lane = this.lanes.get(key);
    if (lane && isOver(lane)) this.lanes.delete(key);
    return this.lanes.has(key);
  }

  /** Adds an item to its key's lane, which is created where there is none. */
  add(key: string, item: T): void {
    const lane = this.lanes.get(key) ?? this.createLane(key);
    lane.waiting.push(item);
    this.waitingCount++;
    this.start();
  }

  private createLane(key: string): Lane<T> {
    for (const [other, lane] of this.lanes) if (isOver(lane)) this.lanes.delete(other);
    const lane: Lane<T> = { waiting: [], isSending: false, keptUntil: 0 };
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
    if (endedAt - startedAt >= SLOW_MS) lane.keptUntil = endedAt + KEEP_AFTER_SLOW_MS;
    lane.isSending = false;
    this.sending--;
    // To the end of the map: the other lanes have their turn first.
    this.lanes.delete(key);
    if (!isOver(lane)) this.lanes.set(key, lane);
    this.start();
  }
}

function isOver<T>({ isSending, waiting, keptUntil }: Lane<T>): boolean {
  return !isSending && waiting.length === 0 && keptUntil <= performance.now();
}
