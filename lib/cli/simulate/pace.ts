import { setTimeout as sleep, setImmediate as yieldToNetwork } from "node:timers/promises";

/** How payments spread over the time of a run. */
interface Scenario {
  summary: string;
  /** When a payment comes, as a share of the time, given what share of all payments came before it. */
  momentOf(share: number): number;
}

/** A quiet start and end, and three payments of five in the middle third. */
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

export type ScenarioName = keyof typeof SCENARIOS;
export const SCENARIO_NAMES = Object.keys(SCENARIOS) as ScenarioName[];

interface Pace {
  count: number;
  /** When each is due, in milliseconds after the start; never earlier than the one before. */
  dueMs(index: number): number;
  /** Begins one; `dueAt` is on the clock of `performance.now()`. Must not reject. */
  begin(index: number, dueAt: number): Promise<void>;
  /** Beyond so many under way the next one waits. */
  mostInFlight: number;
  signal: AbortSignal;
}

/** Asleep no finer than this: what is due within it goes now. */
const GRAIN_MS = 1;
/** How many may go without a look at the network while behind the schedule. */
const BURST = 32;

/**
 * Begins each at its own time, counted from the start, so that lateness never adds up, and resolves when the last one
 * has ended. Stops beginning when asked to.
 */
export async function keepPace({ count, dueMs, begin, mostInFlight, signal }: Pace): Promise<void> {
  const startedAt = performance.now();
  let underWay = 0;
  let wake = () => {};
  const oneEnds = () => new Promise<void>((resolve) => (wake = resolve));
  const end = () => {
    underWay--;
    wake();
  };
  for (let index = 0; index < count && !signal.aborted; index++) {
    const dueAt = startedAt + dueMs(index);
    const waitMs = dueAt - performance.now();
    if (waitMs > GRAIN_MS) await sleep(waitMs, undefined, { signal }).catch(() => undefined);
    else if (index % BURST === 0) await yieldToNetwork();
    if (signal.aborted) break;
    while (underWay >= mostInFlight) await oneEnds();
    underWay++;
    void begin(index, dueAt).then(end);
  }
  while (underWay > 0) await oneEnds();
}
