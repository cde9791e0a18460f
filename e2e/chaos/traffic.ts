import { Agent, request } from "undici";
import type { Violation } from "./checks";
import { pollUntil } from "./system/processes";

/** One request to the service. */
export interface TrafficRequest {
  method: "GET" | "POST";
  path: string;
  headers?: Record<string, string>;
  body?: string;
  /** A longer time without a response is a violation. */
  limitMs?: number;
  /** A longer response time means that the service has not recovered yet. */
  slowMs?: number;
}

/** A time range, by `performance.now()`, in which the service's process was down. */
export interface Downtime {
  from: number;
  /** Infinity while it is down. */
  to: number;
}

interface Cut {
  what: string;
  from: number;
  to: number;
}

const LIMIT_MS = 20_000;
/** The same for most requests. */
const SLOW_MS = 2_000;
/** The time without errors after which the service counts as recovered. */
const STABLE_MS = 1_000;

/** Sends all requests to the service, and records forbidden responses as violations. */
export class Traffic {
  readonly tally = { requests: 0, accepted: 0, unavailable: 0, withoutAnswer: 0 };
  readonly violations: Violation[] = [];
  private readonly agent = new Agent({ connect: { timeout: LIMIT_MS }, bodyTimeout: LIMIT_MS });
  private readonly inFlight = new Set<{ from: number; slowMs: number }>();
  private cuts: Cut[] = [];
  private troubleAt = 0;
  private wellAt = 0;

  constructor(private readonly origin: string) {}

  /** Sends one request and reads the response; undefined if there was none. Never throws. */
  async send({ method, path, headers, body, limitMs = LIMIT_MS, slowMs = SLOW_MS }: TrafficRequest) {
    const from = performance.now();
    const what = `${method} ${path}`;
    this.tally.requests++;
    const turn = { from, slowMs };
    this.inFlight.add(turn);
    try {
      const { agent: dispatcher } = this;
      const options = { method, headers, body, dispatcher, headersTimeout: limitMs };
      const answer = await request(this.origin + path, options);
      const text = await answer.body.text();
      const retryAfter = answer.headers["retry-after"];
      this.assess(what, { from, slowMs, status: answer.statusCode, text, retryAfter });
      return { status: answer.statusCode, text };
    } catch (thrown) {
      this.lose(what, from, thrown);
      return undefined;
    } finally {
      this.inFlight.delete(turn);
    }
  }

  private assess(
    what: string,
    answer: { from: number; slowMs: number; status: number; text: string; retryAfter: unknown },
  ): void {
    const now = performance.now();
    const { from, slowMs, status, text, retryAfter } = answer;
    if (status >= 200 && status < 300) {
      this.tally.accepted++;
      if (now - from > slowMs) this.troubleAt = Math.max(this.troubleAt, now - slowMs);
      else this.wellAt = Math.max(this.wellAt, from);
      return;
    }
    this.troubleAt = Math.max(this.troubleAt, from);
    if (status !== 503) {
      this.violations.push({
        check: "neither 2xx nor 503",
        evidence: `${what}: ${status} ${text.slice(0, 300)}`,
      });
      return;
    }
    this.tally.unavailable++;
    if (retryAfter === undefined) this.violations.push({ check: "503 without Retry-After", evidence: what });
  }

  private lose(what: string, from: number, thrown: unknown): void {
    const now = performance.now();
    const code = thrown instanceof Error && "code" in thrown ? String(thrown.code) : String(thrown);
    this.tally.withoutAnswer++;
    this.troubleAt = Math.max(this.troubleAt, from);
    if (/TIMEOUT/.test(code)) {
      const seconds = ((now - from) / 1000).toFixed(1);
      this.violations.push({ check: "no answer", evidence: `${what}: none in ${seconds} s (${code})` });
    } else this.cuts.push({ what: `${what}: ${code}`, from, to: now });
  }

  /** Records a refused or reset connection, which is a violation unless the service is down. */
  assessCuts(absences: readonly Downtime[]): void {
    const unexcused = this.cuts.filter(
      (cut) => !absences.some(({ from, to }) => cut.from <= to && cut.to >= from),
    );
    this.cuts = [];
    for (const { what } of unexcused)
      this.violations.push({ check: "cut off by a living service", evidence: what });
  }

  /**
   * Waits until, for a second, every request was answered 2xx within two seconds. Returns the milliseconds from
   * `endedAt` to the start of that second; undefined if the limit is reached first.
   */
  async recovery(endedAt: number, limitMs: number): Promise<number | undefined> {
    const since = () => Math.max(endedAt, this.troubleAt);
    const isStable = () => {
      const now = performance.now();
      const waitsLong = [...this.inFlight].some(({ from, slowMs }) => from > endedAt && now - from > slowMs);
      return now - since() >= STABLE_MS && this.wellAt > since() && !waitsLong;
    };
    return (await pollUntil(isStable, limitMs)) ? since() - endedAt : undefined;
  }

  close(): Promise<void> {
    return this.agent.destroy();
  }
}
