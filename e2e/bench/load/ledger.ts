import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { numberIn } from "./request-source";

/** When each notice was acknowledged, and when its event was first received: both by this process's clock. */
export class Ledger {
  private readonly acknowledgedAt = new Map<number, number>();
  private readonly receivedAt = new Map<number, number>();
  /** Events that came again; sending at least once allows them. */
  repeated = 0;

  /** Takes the answer to a notice; one that was not accepted is owed no event. */
  acknowledge = (number: number, status: number, at: number): void => {
    if (status >= 200 && status < 300) this.acknowledgedAt.set(number, at);
  };

  /** Takes an event as a platform got it. */
  receive = (body: string, at: number): void => {
    const number = numberIn(body);
    if (this.receivedAt.has(number)) this.repeated++;
    else this.receivedAt.set(number, at);
  };

  /**
   * From the bank's 200 to the event in the receiver's hands, in milliseconds, of those wanted. 0 where the event was
   * there first, as can be when both come in the same turn.
   */
  delays(isWanted: (number: number) => boolean): number[] {
    return [...this.acknowledgedAt].flatMap(([number, at]) => {
      const received = this.receivedAt.get(number);
      return received === undefined || !isWanted(number) ? [] : [Math.max(0, received - at)];
    });
  }

  /** Tells the notices that were acknowledged after a time from the others. */
  acknowledgedAfter(time: number): (number: number) => boolean {
    return (number) => (this.acknowledgedAt.get(number) ?? 0) > time;
  }

  /** How many acknowledged notices of those wanted still miss their event. */
  missing(isWanted: (number: number) => boolean): number {
    let count = 0;
    for (const number of this.acknowledgedAt.keys())
      if (isWanted(number) && !this.receivedAt.has(number)) count++;
    return count;
  }

  /** When the first or the last event of those wanted was received. */
  arrivals(isWanted: (number: number) => boolean): { first: number; last: number } {
    const times = [...this.receivedAt].filter(([number]) => isWanted(number)).map(([, at]) => at);
    return { first: Math.min(...times), last: times.reduce((latest, at) => Math.max(latest, at), 0) };
  }

  /** Waits until every event of those wanted is there, or so long. Resolves with how many are missing. */
  async settle(isWanted: (number: number) => boolean, timeoutMs: number): Promise<number> {
    const until = performance.now() + timeoutMs;
    while (this.missing(isWanted) > 0 && performance.now() < until) await sleep(50);
    return this.missing(isWanted);
  }
}
