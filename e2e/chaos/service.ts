import { type ChildProcess, spawn } from "node:child_process";
import { openSync } from "node:fs";
import type { Violation } from "./checks";
import { guard, holds, quietPort } from "./processes";
import type { Absence } from "./traffic";

interface Place {
  /** The settings of the service, `DATA_DIR` among them. */
  settings: Record<string, string>;
  /** Where what it says is written down. */
  journal: string;
  /** A program that runs it, and its arguments, where it does not run by itself. */
  within?: string[];
}

/** A start has so long before it is a violation, and so long before it is given up. */
export const READY_BAR_MS = 10_000;
const START_LIMIT_MS = 40_000;
/** A probe behind a crowd of notices may take a while on a machine that is busy with other things. */
const PROBE_LIMIT_MS = 15_000;
const STARTS = 3;
/** `docs/operations.md`: the whole stop takes less than ten seconds. */
const STOP_BAR_MS = 10_000;
const STOP_LIMIT_MS = 20_000;
/** The exit of a process is heard of later than its connections break. */
const HEARSAY_MS = 1_000;

/** The service under test, in a process of its own, as `npm start` runs it. */
export class Service {
  readonly absences: Absence[] = [];
  readonly violations: Violation[] = [];
  /** From the start of the process to the first 200 of its readiness, each start's but the first. */
  readonly readyMs: number[] = [];
  private child: ChildProcess | undefined;
  private isEnding = false;

  private constructor(
    readonly port: number,
    private readonly place: Place,
  ) {}

  static async at(place: Place): Promise<Service> {
    return new Service(await quietPort(), place);
  }

  get origin(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  get pid(): number {
    return this.child?.pid ?? 0;
  }

  get isRunning(): boolean {
    return this.child !== undefined && this.child.exitCode === null && this.child.signalCode === null;
  }

  /**
   * Starts it and waits until it is ready; answers when the start began. A start that ends by itself, or is late, is
   * a violation, and it is started again. Throws where the third ends too.
   */
  async start(): Promise<number> {
    const startedAt = performance.now();
    for (let start = 1; start <= STARTS; start++) {
      const began = performance.now();
      this.run();
      const isReady = await holds(async () => !this.isRunning || (await this.isReady()), START_LIMIT_MS);
      if (isReady && this.isRunning) {
        const tookMs = performance.now() - began;
        // The very first one makes the database.
        const isFirst = this.absences.length === 0;
        if (!isFirst) this.readyMs.push(tookMs);
        if (!isFirst && tookMs > READY_BAR_MS)
          this.violate("late start", `ready after ${(tookMs / 1000).toFixed(1)} s`);
        this.endAbsence();
        return startedAt;
      }
      this.violate("failed start", `start ${start} ${this.isRunning ? "is not ready" : "ended by itself"}`);
      await this.kill();
    }
    throw new Error("The service does not start.");
  }

  private run(): void {
    const journal = openSync(this.place.journal, "a");
    const [program = process.execPath, ...args] = [
      ...(this.place.within ?? []),
      process.execPath,
      "lib/launch/start.mjs",
    ];
    const child = spawn(program, args, {
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        NODE_ENV: "production",
        HOST: "127.0.0.1",
        PORT: String(this.port),
        ...this.place.settings,
      },
      stdio: ["ignore", journal, journal],
    });
    const release = guard(child.pid ?? 0, "TERM");
    this.child = child;
    this.isEnding = false;
    child.once("exit", (code, signal) => {
      release();
      if (this.child !== child || this.isEnding) return;
      this.beginAbsence(performance.now() - HEARSAY_MS);
      this.violate("ended by itself", `exit ${code ?? signal}`);
    });
  }

  /** Whether it says that it can serve. */
  async isReady(): Promise<boolean> {
    const asked = fetch(`${this.origin}/api/health/ready`, { signal: AbortSignal.timeout(PROBE_LIMIT_MS) });
    return asked.then(
      (answer) => answer.ok,
      () => false,
    );
  }

  /** From now on it may be gone, by somebody else's hand. */
  expectEnd(): void {
    this.isEnding = true;
    this.beginAbsence(performance.now());
  }

  /** Ends it at once. */
  async kill(): Promise<void> {
    this.expectEnd();
    this.child?.kill("SIGKILL");
    await holds(() => !this.isRunning, STOP_LIMIT_MS);
  }

  /** Asks it to stop, so many times; anything but an exit with 0 within ten seconds is a violation. */
  async terminate(times = 1): Promise<void> {
    if (!this.isRunning) return;
    this.expectEnd();
    const began = performance.now();
    for (let time = 0; time < times; time++) this.child?.kill("SIGTERM");
    await holds(() => !this.isRunning, STOP_LIMIT_MS);
    const tookMs = performance.now() - began;
    const end = this.isRunning ? "still running" : `exit ${this.child?.exitCode ?? this.child?.signalCode}`;
    if (end !== "exit 0" || tookMs > STOP_BAR_MS) {
      this.violate("no clean stop", `${end} after ${(tookMs / 1000).toFixed(1)} s`);
    }
    await this.kill();
  }

  private violate(check: string, evidence: string): void {
    this.violations.push({ check, evidence });
  }

  private beginAbsence(from: number): void {
    if (this.absences.at(-1)?.to !== Number.POSITIVE_INFINITY) {
      this.absences.push({ from, to: Number.POSITIVE_INFINITY });
    }
  }

  private endAbsence(): void {
    const last = this.absences.at(-1);
    if (last) last.to = Math.min(last.to, performance.now());
  }
}
