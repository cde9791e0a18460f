import { type Client, type Login, openClient, type Planning, type Role } from "./connect";
import { unavailable } from "./faults";

/**
 * One connection, for work that is more than one statement. Once it is lost it takes no more statements: postgres.js
 * would send the next one down a new connection, outside of the SQL transaction, or throw where nobody can catch it.
 */
export class Line {
  isLost = false;
  /** The organisation whose rows the connection was last told to show. */
  organisationId: string | undefined;
  readonly sql: Client;

  constructor(login: Login, given: { statementTimeoutMs?: number; planning?: Planning } = {}) {
    this.sql = openClient(login, { max: 1, ...given, onClose: () => void this.end() });
  }

  /** Ends the connection; what is under way on it is given up after `graceMs`. Never rejects. */
  async end(graceMs = 0): Promise<void> {
    this.isLost = true;
    await this.sql.end({ timeout: graceMs / 1000 }).catch(() => undefined);
  }
}

interface Waiter {
  resolve(line: Line): void;
  reject(thrown: unknown): void;
}

/** The lines of one role, at most `size` of them; who comes when all are taken waits for one, first come, first served. */
export class Lines {
  private readonly all = new Set<Line>();
  private readonly free: Line[] = [];
  private readonly waiters = new Set<Waiter>();
  private isEnded = false;

  constructor(
    private readonly role: Role,
    private readonly size: number,
    private readonly planning: Planning,
  ) {}

  /** Does work on a line of its own; `onTaken` runs when it has one. A line that is lost meanwhile is not used again. */
  async use<T>(onTaken: (line: Line) => void, work: (line: Line) => Promise<T>): Promise<T> {
    const line = await this.take();
    try {
      onTaken(line);
      return await work(line);
    } finally {
      this.give(line);
    }
  }

  async end(graceMs: number): Promise<void> {
    this.isEnded = true;
    for (const { reject } of this.waiters) reject(unavailable("refused", "the connections were ended"));
    this.waiters.clear();
    await Promise.all([...this.all].map((line) => line.end(graceMs)));
  }

  private take(): Promise<Line> | Line {
    if (this.isEnded) throw unavailable("refused", "the connections were ended");
    const line = this.nextLine();
    return line ?? new Promise((resolve, reject) => this.waiters.add({ resolve, reject }));
  }

  /** The line that rested least, for then the others may be given back; else a new one, where there may be more. */
  private nextLine(): Line | undefined {
    for (let line = this.free.pop(); line; line = this.free.pop()) {
      if (!line.isLost) return line;
      this.all.delete(line);
    }
    if (this.all.size >= this.size) return undefined;
    const line = new Line(this.role, { planning: this.planning });
    this.all.add(line);
    return line;
  }

  private give(line: Line): void {
    if (line.isLost) this.all.delete(line);
    else this.free.push(line);
    const [waiter] = this.waiters;
    const next = waiter && !this.isEnded ? this.nextLine() : undefined;
    if (!waiter || !next) return;
    this.waiters.delete(waiter);
    waiter.resolve(next);
  }
}
