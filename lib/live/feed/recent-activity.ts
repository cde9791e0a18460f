import type { Kobo } from "@/lib/core/money";
import { chartRange } from "@/lib/minute-totals";
import type { InitialState } from "./initial-state";
import type { ChangedPayment } from "./read-changes";
import { recentRangeStart } from "./recent";

/** Counts of successful payments of a minute. */
interface Minute {
  bank_transfer: number;
  pos: number;
}

/** The counts of a minute in the charts' format: minutes since 1970, transfers, POS payments. */
export type MinuteCounts = [minute: number, transfers: number, pos: number];

/**
 * In-memory aggregates of a feed by time, so that a tick does not re-read the session: counts by minute, the amounts
 * recorded in the last five minutes, the pending payments, and each terminal's last payment.
 */
export class RecentActivity {
  lastPaidAtMs: number | null;
  /** When the last new payment was reported since the feed was created; 0 if none was. */
  lastReportedAtMs = 0;
  readonly terminalPaidAtMs = new Map<string, number>();
  private readonly minutes = new Map<number, Minute>();
  private readonly seconds: Map<number, Kobo>;
  private readonly pending: Set<number>;
  private readonly changedMinutes = new Set<number>();

  constructor(initial: InitialState) {
    this.lastPaidAtMs = initial.lastPaidAt?.getTime() ?? null;
    this.pending = new Set(initial.pending);
    this.seconds = new Map(initial.seconds.map(([second, amount]) => [second, BigInt(amount)]));
    for (const [minute, channel, count] of initial.minutes) this.minuteOf(minute)[channel] += count;
  }

  /** Applies new and changed payments; those with a sequence above `after` are new. */
  apply(moved: readonly ChangedPayment[], after: bigint): void {
    if (moved.some(([number]) => number > after)) this.lastReportedAtMs = Date.now();
    for (const payment of moved) this.applyOne(payment, payment[0] > after);
  }

  private applyOne(payment: ChangedPayment, isNew: boolean): void {
    const [number, paidAtMs, believedAtMs, createdAtMs, channel, terminalId, status, amount] = payment;
    const couldSucceed = isNew || this.pending.has(number);
    if (status === "pending") this.pending.add(number);
    else this.pending.delete(number);
    if (isNew && status !== "failed") this.updateLastPaid(terminalId, believedAtMs);
    if (status !== "successful" || !couldSucceed) return;
    const minute = Math.floor(paidAtMs / 60_000);
    this.minuteOf(minute)[channel] += 1;
    this.changedMinutes.add(minute);
    const second = Math.floor(createdAtMs / 1000);
    this.seconds.set(second, (this.seconds.get(second) ?? 0n) + BigInt(amount));
  }

  private updateLastPaid(terminalId: string | null, paidAtMs: number): void {
    this.lastPaidAtMs = Math.max(this.lastPaidAtMs ?? 0, paidAtMs);
    if (terminalId === null) return;
    this.terminalPaidAtMs.set(terminalId, Math.max(this.terminalPaidAtMs.get(terminalId) ?? 0, paidAtMs));
  }

  private minuteOf(minute: number): Minute {
    const counts = this.minutes.get(minute) ?? { bank_transfer: 0, pos: 0 };
    this.minutes.set(minute, counts);
    return counts;
  }

  /**
   * The amount of successful payments recorded in the five minutes before a time; drops older data. Uses the recording
   * time, because a payment that the bank reports late is new when it is reported.
   */
  sumRecentAmount(now: Date): Kobo {
    const from = recentRangeStart(now);
    let sum = 0n;
    for (const [second, amount] of this.seconds) {
      if (second < from) this.seconds.delete(second);
      else sum += amount;
    }
    return sum;
  }

  /** Returns and clears the minutes that changed since the last call, restricted to the charts' time range. */
  drainChangedMinutes(now: Date): MinuteCounts[] {
    const changedMinutes = [...this.changedMinutes];
    this.changedMinutes.clear();
    return this.toMinuteCounts(changedMinutes, now);
  }

  /** Returns the last `most` minutes that have payments, oldest first, restricted to the charts' time range. */
  lastMinutes(most: number, now: Date): MinuteCounts[] {
    return this.toMinuteCounts(this.minutes.keys(), now).slice(-most);
  }

  private toMinuteCounts(minutes: Iterable<number>, now: Date): MinuteCounts[] {
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
