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
