import { performance } from "node:perf_hooks";
import { Connection } from "./connection";
import type { Supply } from "./request-source";

/** So many requests a second, whatever the server makes of it. */
export interface Pace {
  port: number;
  perSecond: number;
  count: number;
  supply: Supply;
  /** Most connections at once; a request that finds none free waits, and its wait counts. */
  connections?: number;
  /** Called at each answer with the request's number, counted from 0, and the time of its last byte. */
  onAnswer?: (number: number, status: number, at: number) => void;
}

/** What came of it. */
export interface Paced {
  /** From the moment a request was meant to be sent to its 2xx, in milliseconds. */
  times: number[];
  accepted: number;
  /** Answers other than 2xx, and requests that got none. */
  errors: number;
  /** From the moment the last request was meant to be sent until all were answered. */
  tailMs: number;
}

/** Servers hang up on connections that rest for long; one that has rested this long is not used again. */
const REST_MS = 3_000;

/** Connections kept for the requests to come, at most so many. */
class Lane {
  private readonly idle: { connection: Connection; since: number }[] = [];
  private readonly waiting: (() => void)[] = [];
  private opened = 0;

  constructor(
    private readonly port: number,
    private readonly most: number,
  ) {}

  /** Hands over a connection, at once where one is free or may be opened. Rejects where nobody listens. */
  async take(): Promise<Connection> {
    for (;;) {
      const free = this.rested();
      if (free) return free;
      if (this.opened < this.most) break;
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    }
    this.opened++;
    try {
      return await Connection.open(this.port);
    } catch (thrown) {
      this.opened--;
      this.waiting.shift()?.();
      throw thrown;
    }
  }

  /** The connection that was used last, unless it has rested too long or is gone; those are let go. */
  private rested(): Connection | undefined {
    for (let free = this.idle.pop(); free; free = this.idle.pop()) {
      if (free.connection.isUsable && performance.now() - free.since < REST_MS) return free.connection;
      free.connection.close();
      this.opened--;
    }
    return undefined;
  }

  giveBack(connection: Connection): void {
    if (connection.isUsable) this.idle.push({ connection, since: performance.now() });
    else this.opened--;
    this.waiting.shift()?.();
  }

  close(): void {
    for (const { connection } of this.idle) connection.close();
  }
}

/**
 * Sends at a constant rate. Each time is counted from the moment a request was meant to be sent, so that a server that
 * stalls is charged for every request that had to wait (no coordinated omission), and so is this process.
 */
export async function pace(load: Pace): Promise<Paced> {
  const lane = new Lane(load.port, load.connections ?? 64);
  const everyMs = 1000 / load.perSecond;
  const outcome: Paced = { times: [], accepted: 0, errors: 0, tailMs: 0 };
  const startedAt = performance.now() + 10;
  const lastDue = startedAt + (load.count - 1) * everyMs;
  await new Promise<void>((resolve) => {
    let sent = 0;
    let answered = 0;
    const count = (number: number, status: number, at: number) => {
      if (status >= 200 && status < 300) {
        outcome.accepted++;
        outcome.times.push(at - (startedAt + number * everyMs));
      } else outcome.errors++;
      load.onAnswer?.(number, status, at);
      if (++answered < load.count) return;
      outcome.tailMs = at - lastDue;
      resolve();
    };
    const send = async (number: number, request: Buffer) => {
      try {
        const connection = await lane.take();
        connection.send(request, (status, at) => {
          lane.giveBack(connection);
          count(number, status, at);
        });
      } catch {
        count(number, 0, performance.now());
      }
    };
    const turn = () => {
      const now = performance.now();
      while (sent < load.count && startedAt + sent * everyMs <= now) void send(sent++, load.supply.next());
      if (sent < load.count) setTimeout(turn, startedAt + sent * everyMs - now);
    };
    turn();
  });
  lane.close();
  return outcome;
}
