import { assertDefined } from "@/lib/core/assert";
import { type Client, openClient, type Planning } from "./connect";

/** One connection, and how many statements are under way on it. */
export interface SharedConnection {
  readonly client: Client;
  underWay: number;
}

/**
 * Connections of `takings_system` for single statements, which share them where all are busy. Each is a client of its
 * own: the list in which postgres.js 3.4 keeps the free connections of a larger one grows by an entry with every
 * statement as long as one stays free, and is searched through at every statement.
 */
export class StatementPool {
  private readonly all: SharedConnection[];
  private last = 0;

  constructor(size: number, planning?: Planning) {
    this.all = Array.from({ length: size }, () => ({
      client: openClient("takings_system", { max: 1, planning }),
      underWay: 0,
    }));
  }

  /** The one with the least under way; of equals the next in turn, so that statements made together spread out. */
  take(): SharedConnection {
    const { length } = this.all;
    const inTurn = Array.from({ length }, (_, step) => (this.last + 1 + step) % length);
    const at = (index: number) => assertDefined(this.all[index], "turns go round the list");
    this.last = inTurn.reduce((best, next) => (at(next).underWay < at(best).underWay ? next : best));
    return at(this.last);
  }

  /** Ends every connection, after what is under way has had `graceMs`. Never rejects. */
  async end(graceMs: number): Promise<void> {
    await Promise.allSettled(this.all.map(({ client }) => client.end({ timeout: graceMs / 1000 })));
  }
}
