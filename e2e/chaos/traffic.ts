import { Agent, request } from "undici";
import type { Violation } from "./checks";
import { holds } from "./processes";

/** One request to the service. */
export interface Asked {
  method: "GET" | "POST";
  path: string;
  headers?: Record<string, string>;
  body?: string;
  /** Whatever is longer without an answer is a violation. */
  limitMs?: number;
  /** Whatever takes longer says that the service is not well yet. */
  slowMs?: number;
}

/** A time on the clock of `performance.now()` in which the service's process was not there. */
export interface Absence {
  from: number;
  /** Infinity while it lasts. */
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
/** So long all has to go well before the service counts as recovered. */
const CALM_MS = 1_000;

/** All requests to the service, and what the service may not answer. */
export class Traffic {
  readonly tally = { requests: 0, accepted: 0, unavailable: 0, withoutAnswer: 0 };
  readonly violations: Violation[] = [];
  private readonly agent = new Agent({ connect: { timeout: LIMIT_MS }, bodyTimeout: LIMIT_MS });
  private readonly underWay = new Set<{ from: number; slowMs: number }>();
  private cuts: Cut[] = [];
  private troubleAt = 0;
  private wellAt = 0;

  constructor(private readonly origin: string) {}

  /** Sends one request and reads the answer; undefined where there was none. Never throws. */
  async ask({ method, path, headers, body, limitMs = LIMIT_MS, slowMs = SLOW_MS }: Asked) {
    const from = performance.now();
    const what = `${method} ${path}`;
    this.tally.requests++;
    const turn = { from, slowMs };
    this.underWay.add(turn);
    try {
      const { agent: dispatcher } = this;
      const options = { method, headers, body, dispatcher, headersTimeout: limitMs };
      const answer = await request(this.origin + path, options);
      const text = await answer.body.text();
      const retryAfter = answer.headers["retry-after"];
      this.judge(what, { from, slowMs, status: answer.statusCode, text, retryAfter });
      return { status: answer.statusCode, text };
    } catch (thrown) {
      this.lose(what, from, thrown);
      return undefined;
    } finally {
      this.underWay.delete(turn);
    }
  }

  private judge(
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

  /** A connection refused or reset is no answer, which only a service that is not there may give. */
  judgeCuts(absences: readonly Absence[]): void {
    const unexcused = this.cuts.filter(
      (cut) => !absences.some(({ from, to }) => cut.from <= to && cut.to >= from),
    );
    this.cuts = [];
    for (const { what } of unexcused)
      this.violations.push({ check: "cut off by a living service", evidence: what });
  }

  /**
   * Waits until, for a second, every request was answered 2xx within two, and answers how many milliseconds after
   * `endedAt` that second began; undefined where it did not come within the limit.
   */
  async recovery(endedAt: number, limitMs: number): Promise<number | undefined> {
    const since = () => Math.max(endedAt, this.troubleAt);
    const isCalm = () => {
      const now = performance.now();
      const waitsLong = [...this.underWay].some(({ from, slowMs }) => from > endedAt && now - from > slowMs);
      return now - since() >= CALM_MS && this.wellAt > since() && !waitsLong;
    };
    return (await holds(isCalm, limitMs)) ? since() - endedAt : undefined;
  }

  close(): Promise<void> {
    return this.agent.destroy();
  }
}
