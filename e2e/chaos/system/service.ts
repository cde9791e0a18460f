import { type ChildProcess, spawn } from "node:child_process";
import { openSync } from "node:fs";
import type { Violation } from "../checks";
import type { Downtime } from "../traffic";
import { findUnusedPort, killOnExit, pollUntil } from "./processes";

interface Place {
  /** The settings of the service, including `DATA_DIR`. */
  settings: Record<string, string>;
  /** The file for its output. */
  journal: string;
  /** A program that runs the service, and its arguments, if it is not started directly. */
  within?: string[];
}

/** The time after which a start is a violation, and the time after which it is given up. */
const MAX_READY_MS = 10_000;
const START_LIMIT_MS = 40_000;
/** Generous, because a probe can be slow behind many notifications on a busy machine. */
const PROBE_LIMIT_MS = 15_000;
const STARTS = 3;
/** `docs/operations.md`: a complete stop takes less than ten seconds. */
const STOP_BAR_MS = 10_000;
const STOP_LIMIT_MS = 20_000;
/** The exit event of a process comes later than the errors of its connections. */
const EXIT_EVENT_DELAY_MS = 1_000;

/** The service under test, in its own process, as `npm start` runs it. */
export class Service {
  readonly downtimes: Downtime[] = [];
  readonly violations: Violation[] = [];
  /** Milliseconds from the start of the process to the first 200 of its readiness, for every start but the first. */
  readonly readyMs: number[] = [];
  private child: ChildProcess | undefined;
  private isEnding = false;

  private constructor(
    readonly port: number,
    private readonly place: Place,
  ) {}

  static async at(place: Place): Promise<Service> {
    return new Service(await findUnusedPort(), place);
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
   * Starts the service and waits until it is ready. Returns when the start began. A start that exits or is late is
   * a violation, and is repeated. Throws if the third fails too.
   */
  async start(): Promise<number> {
    const startedAt = performance.now();
    for (let start = 1; start <= STARTS; start++) {
      const began = performance.now();
      this.run();
      const isReady = await pollUntil(async () => !this.isRunning || (await this.isReady()), START_LIMIT_MS);
      if (isReady && this.isRunning) {
        const tookMs = performance.now() - began;
        // The first start creates the database.
        const isFirst = this.downtimes.length === 0;
        if (!isFirst) this.readyMs.push(tookMs);
        if (!isFirst && tookMs > MAX_READY_MS)
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
    const release = killOnExit(child.pid ?? 0, "TERM");
    this.child = child;
    this.isEnding = false;
    child.once("exit", (code, signal) => {
      release();
      if (this.child !== child || this.isEnding) return;
      this.beginAbsence(performance.now() - EXIT_EVENT_DELAY_MS);
      this.violate("ended by itself", `exit ${code ?? signal}`);
    });
  }

  /** Whether the service reports that it is ready. */
  async isReady(): Promise<boolean> {
    const asked = fetch(`${this.origin}/api/health/ready`, { signal: AbortSignal.timeout(PROBE_LIMIT_MS) });
    return asked.then(
      (answer) => answer.ok,
      () => false,
    );
  }

  /** Allows the service to be down from now on, through a fault outside of this class. */
  expectEnd(): void {
    this.isEnding = true;
    this.beginAbsence(performance.now());
  }

  /** Kills the service. */
  async kill(): Promise<void> {
    this.expectEnd();
    this.child?.kill("SIGKILL");
    await pollUntil(() => !this.isRunning, STOP_LIMIT_MS);
  }

  /** Sends SIGTERM this many times. Any result other than exit code 0 within ten seconds is a violation. */
  async terminate(times = 1): Promise<void> {
    if (!this.isRunning) return;
    this.expectEnd();
    const began = performance.now();
    for (let time = 0; time < times; time++) this.child?.kill("SIGTERM");
    await pollUntil(() => !this.isRunning, STOP_LIMIT_MS);
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
    if (this.downtimes.at(-1)?.to !== Number.POSITIVE_INFINITY) {
      this.downtimes.push({ from, to: Number.POSITIVE_INFINITY });
    }
  }

  private endAbsence(): void {
    const last = this.downtimes.at(-1);
    if (last) last.to = Math.min(last.to, performance.now());
  }
}
