import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { parsePaymentNumber } from "./request-source";

/**
 * Records when each notification was acknowledged and when its event was first received, both by this process's
 * clock.
 */
export class Ledger {
  private readonly acknowledgedAt = new Map<number, number>();
  private readonly receivedAt = new Map<number, number>();
  /** Repeated events, which at-least-once delivery allows. */
  repeated = 0;

  /** Records the response to a notification. A rejected one gets no event. */
  acknowledge = (number: number, status: number, at: number): void => {
    if (status >= 200 && status < 300) this.acknowledgedAt.set(number, at);
  };

  /** Records a received event. */
  receive = (body: string, at: number): void => {
    const number = parsePaymentNumber(body);
    if (this.receivedAt.has(number)) this.repeated++;
    else this.receivedAt.set(number, at);
  };

  /**
   * Milliseconds from the bank's 200 to the receipt of the event, for the selected ones. 0 if the event was first,
   * which happens if both arrive in the same turn of the event loop.
   */
  delays(isWanted: (number: number) => boolean): number[] {
    return [...this.acknowledgedAt].flatMap(([number, at]) => {
      const received = this.receivedAt.get(number);
      return received === undefined || !isWanted(number) ? [] : [Math.max(0, received - at)];
    });
  }

  /** Returns a filter for notifications acknowledged after a time. */
  acknowledgedAfter(time: number): (number: number) => boolean {
    return (number) => (this.acknowledgedAt.get(number) ?? 0) > time;
  }

  /** Counts the selected acknowledged notifications whose event is missing. */
  missing(isWanted: (number: number) => boolean): number {
    let count = 0;
    for (const number of this.acknowledgedAt.keys())
      if (isWanted(number) && !this.receivedAt.has(number)) count++;
    return count;
  }

  /**
   * Returns when the first and the last of the selected events were received, by `performance.now()`; Infinity and 0 if there
   * is none.
   */
  arrivals(isWanted: (number: number) => boolean): { first: number; last: number } {
    const times = [...this.receivedAt].filter(([number]) => isWanted(number)).map(([, at]) => at);
    return { first: Math.min(...times), last: times.reduce((latest, at) => Math.max(latest, at), 0) };
  }

  /**
   * Waits until every selected event has arrived, or for a time limit. Resolves with the number of missing events.
   */
  async settle(isWanted: (number: number) => boolean, timeoutMs: number): Promise<number> {
    const until = performance.now() + timeoutMs;
    while (this.missing(isWanted) > 0 && performance.now() < until) await sleep(50);
    return this.missing(isWanted);
  }
}
