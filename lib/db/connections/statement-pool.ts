import { assertDefined } from "@/lib/core/errors/assert";
import { type PoolKind, STATEMENT_POOLS } from "@/lib/core/settings/session-settings";
import { type Client, openClient } from "./connect";

/** A connection and its number of statements in flight. */
export interface SharedConnection {
  readonly client: Client;
  inFlight: number;
}

/** How much of a pool is used. */
export interface PoolUsage {
  /** Connections in use. */
  inUse: number;
  /** Operations that wait for a connection. */
  waiting: number;
  /** The most connections that it opens. */
  size: number;
}

/**
 * Connections of `takings_system` for single statements, which share a connection if all are busy. Each connection
 * has its own client: in a client with several connections, postgres.js 3.4 keeps a list of free ones that grows with
 * every statement while one stays free, and is searched at every statement.
 */
export class StatementPool {
  private readonly all: SharedConnection[];
  private last = 0;

  constructor(size: number, kind: PoolKind) {
    const planning = STATEMENT_POOLS[kind].settings;
    this.all = Array.from({ length: size }, () => ({
      client: openClient("takings_system", { max: 1, planning, pooled: kind }),
      inFlight: 0,
    }));
  }

  /**
   * Returns the connection with the fewest statements in flight; among equals round robin, which spreads concurrent
   * ones.
   */
  leastBusy(): SharedConnection {
    const { length } = this.all;
    const candidates = Array.from({ length }, (_, step) => (this.last + 1 + step) % length);
    const at = (index: number) => assertDefined(this.all[index], "the index is taken modulo the length");
    this.last = candidates.reduce((best, next) => (at(next).inFlight < at(best).inFlight ? next : best));
    return at(this.last);
  }

  /** The connections that execute statements, and the statements that wait behind another one on the same connection. */
  get usage(): PoolUsage {
    const busy = this.all.filter(({ inFlight }) => inFlight > 0);
    return {
      inUse: busy.length,
      waiting: busy.reduce((sum, { inFlight }) => sum + inFlight - 1, 0),
      size: this.all.length,
    };
  }

  /** Closes all connections after statements in flight have had `graceMs`. Never rejects. */
  async end(graceMs: number): Promise<void> {
    await Promise.allSettled(this.all.map(({ client }) => client.end({ timeout: graceMs / 1000 })));
  }
}
