import type { Kobo } from "@/lib/core/money";
import { chartRange } from "@/lib/payment-search";
import type { InitialState } from "./initial-state";
import type { Moved } from "./read-changes";
import { recentFrom } from "./recent";

/** Successful payments of a minute. */
interface Minute {
  bank_transfer: number;
  pos: number;
}

/** As a chart is given them: minutes since 1970, by transfer, by POS. */
export type MinuteCounts = [minute: number, transfers: number, pos: number];

/**
 * What a room remembers of when payments were made and recorded, so that no tick reads a session again: counts by
 * minute, what was recorded in the last five minutes, which payments may still succeed, and when each terminal was last
 * heard from.
 */
export class RecentActivity {
  lastPaidAtMs: number | null;
  /** When the last payment was told of, since the room is open. */
  heardAtMs = 0;
  readonly terminalPaidAtMs = new Map<string, number>();
  private readonly minutes = new Map<number, Minute>();
  private readonly seconds: Map<number, Kobo>;
  private readonly pending: Set<number>;
  private readonly touched = new Set<number>();

  constructor(opening: InitialState) {
    this.lastPaidAtMs = opening.lastPaidAt?.getTime() ?? null;
    this.pending = new Set(opening.pending);
    this.seconds = new Map(opening.seconds.map(([second, amount]) => [second, BigInt(amount)]));
    for (const [minute, channel, count] of opening.minutes) this.minuteOf(minute)[channel] += count;
  }

  /** Takes in what moved since a payment's number. */
  take(moved: readonly Moved[], after: bigint): void {
    if (moved.some(([number]) => number > after)) this.heardAtMs = Date.now();
    for (const payment of moved) this.takeOne(payment, payment[0] > after);
  }

  private takeOne(payment: Moved, isNew: boolean): void {
    const [number, paidAtMs, believedAtMs, createdAtMs, channel, terminalId, status, amount] = payment;
    const couldSucceed = isNew || this.pending.has(number);
    if (status === "pending") this.pending.add(number);
    else this.pending.delete(number);
    if (isNew && status !== "failed") this.hear(terminalId, believedAtMs);
    if (status !== "successful" || !couldSucceed) return;
    const minute = Math.floor(paidAtMs / 60_000);
    this.minuteOf(minute)[channel] += 1;
    this.touched.add(minute);
    const second = Math.floor(createdAtMs / 1000);
    this.seconds.set(second, (this.seconds.get(second) ?? 0n) + BigInt(amount));
  }

  private hear(terminalId: string | null, paidAtMs: number): void {
    this.lastPaidAtMs = Math.max(this.lastPaidAtMs ?? 0, paidAtMs);
    if (terminalId === null) return;
    this.terminalPaidAtMs.set(terminalId, Math.max(this.terminalPaidAtMs.get(terminalId) ?? 0, paidAtMs));
  }

  private minuteOf(minute: number): Minute {
    const held = this.minutes.get(minute) ?? { bank_transfer: 0, pos: 0 };
    this.minutes.set(minute, held);
    return held;
  }

  /**
   * What was recorded in the five minutes before a moment and is successful by now; what is older is forgotten. By the
   * time of recording, for a payment of which a bank tells late is news when it is told.
   */
  takenLately(now: Date): Kobo {
    const from = recentFrom(now);
    let sum = 0n;
    for (const [second, amount] of this.seconds) {
      if (second < from) this.seconds.delete(second);
      else sum += amount;
    }
    return sum;
  }

  /** The minutes that changed since this was last asked, as far as a chart shows them at a moment. */
  takeTouched(now: Date): MinuteCounts[] {
    const touched = [...this.touched];
    this.touched.clear();
    return this.charted(touched, now);
  }

  /** The last so many minutes that took anything, oldest first, as far as a chart shows them at a moment. */
  lastMinutes(most: number, now: Date): MinuteCounts[] {
    return this.charted(this.minutes.keys(), now).slice(-most);
  }

  private charted(minutes: Iterable<number>, now: Date): MinuteCounts[] {
    const { from, to } = chartRange(now);
    const [first, end] = [from.getTime() / 60_000, to.getTime() / 60_000];
    return [...minutes]
      .filter((minute) => minute >= first && minute < end)
      .sort((a, b) => a - b)
      .map((minute) => this.countsOf(minute));
  }

  private countsOf(minute: number): MinuteCounts {
    const { bank_transfer, pos } = this.minuteOf(minute);
    return [minute, bank_transfer, pos];
  }
}
