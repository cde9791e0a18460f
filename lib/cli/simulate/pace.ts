import { setTimeout as sleep, setImmediate as yieldToNetwork } from "node:timers/promises";
import { keysOf } from "@/lib/core/keys";

/** How payments are distributed over a run. */
interface Scenario {
  summary: string;
  /** Maps the share of payments already sent to the share of time at which the next is sent. */
  momentOf(share: number): number;
}

/** A slow start and end, and three of five payments in the middle third. */
function rush(share: number): number {
  if (share < 0.2) return (share / 0.2) * (1 / 3);
  if (share < 0.8) return 1 / 3 + ((share - 0.2) / 0.6) * (1 / 3);
  return 2 / 3 + ((share - 0.8) / 0.2) * (1 / 3);
}

/** The scenarios by name. */
export const SCENARIOS = {
  steady: { summary: "evenly spread", momentOf: (share) => share },
  rush: { summary: "three of five in the middle third of the time", momentOf: rush },
} as const satisfies Record<string, Scenario>;

export const SCENARIO_NAMES = keysOf(SCENARIOS);

interface Pace {
  count: number;
  /** When each is due, in milliseconds after the start; non-decreasing. */
  dueMs(index: number): number;
  /** Starts one; `dueAt` is on the clock of `performance.now()`. Must not reject. */
  begin(index: number, dueAt: number): Promise<void>;
  /** Maximum in flight; at the limit the next one waits. */
  maxInFlight: number;
  signal: AbortSignal;
}

/** Minimum sleep: whatever is due within it starts now. */
const MIN_SLEEP_MS = 1;
/** How many may start without yielding to the event loop while behind schedule. */
const BURST = 32;

/**
 * Starts each call at its own time, counted from the start, so that delays do not accumulate, and resolves when the
 * last one has ended. Starts no more when aborted.
 */
export async function keepPace({ count, dueMs, begin, maxInFlight, signal }: Pace): Promise<void> {
  const startedAt = performance.now();
  let inFlight = 0;
  let wake = () => {};
  const oneEnds = () => new Promise<void>((resolve) => (wake = resolve));
  const end = () => {
    inFlight--;
    wake();
  };
  for (let index = 0; index < count && !signal.aborted; index++) {
    const dueAt = startedAt + dueMs(index);
    const waitMs = dueAt - performance.now();
    if (waitMs > MIN_SLEEP_MS) await sleep(waitMs, undefined, { signal }).catch(() => undefined);
    else if (index % BURST === 0) await yieldToNetwork();
    if (signal.aborted) break;
    while (inFlight >= maxInFlight) await oneEnds();
    inFlight++;
    void begin(index, dueAt).then(end);
  }
  while (inFlight > 0) await oneEnds();
}
