import { performance } from "node:perf_hooks";
import { Connection } from "./connection";
import type { RequestSource } from "./request-source";

/** Requests per second, independent of the server's speed. */
export interface Pace {
  port: number;
  perSecond: number;
  count: number;
  supply: RequestSource;
  /** The maximum number of connections. A request that finds none free waits, and its wait counts. */
  connections?: number;
  /** Called for each response with the request's number, counted from 0, and the time of its last byte. */
  onAnswer?: (number: number, status: number, at: number) => void;
}

/** The result of a paced run. */
export interface Paced {
  /** Milliseconds from each request's due time to its 2xx. */
  times: number[];
  accepted: number;
  /** Responses other than 2xx, and requests without a response. */
  errors: number;
  /** From the last request's due time until all responses. */
  tailMs: number;
}

/** Servers close connections that are idle for long, so one that was idle for this long is not reused. */
const MAX_IDLE_MS = 3_000;

/** A pool of connections with a maximum size. */
class Pool {
  private readonly idle: { connection: Connection; since: number }[] = [];
  private readonly waiting: (() => void)[] = [];
  private opened = 0;

  constructor(
    private readonly port: number,
    private readonly most: number,
  ) {}

  /** Returns a connection, immediately if one is free or may be opened. Rejects if the connection is refused. */
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

  /** Returns the connection used last, unless it is closed or was idle for too long; such connections are closed. */
  private rested(): Connection | undefined {
    for (let free = this.idle.pop(); free; free = this.idle.pop()) {
      if (free.connection.isUsable && performance.now() - free.since < MAX_IDLE_MS) return free.connection;
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
 * Sends at a constant rate. Each time is measured from the request's due time, so that a stalled server is charged
 * for every request that had to wait (no coordinated omission), and so is this process.
 */
export async function pace(load: Pace): Promise<Paced> {
  const connectionPool = new Pool(load.port, load.connections ?? 64);
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
        const connection = await connectionPool.take();
        connection.send(request, (status, at) => {
          connectionPool.giveBack(connection);
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
  connectionPool.close();
  return outcome;
}
