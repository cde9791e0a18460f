import { keysOf } from "@/lib/core/keys";
import { atClock, DAY_MS } from "./story/payment";

/** The demo scenarios by name. */
export const DEMO_SCENARIOS = {
  "lagos-jazz-night": "a whole organisation in the middle of its biggest night",
  "lagos-jazz-night-after": "the same night three days later, closed",
} as const;

export type DemoScenarioName = keyof typeof DEMO_SCENARIOS;
export const DEMO_SCENARIO_NAMES = keysOf(DEMO_SCENARIOS);

/** Whether a scenario is a demo scenario. */
export const isDemoScenario = (name: string): name is DemoScenarioName => name in DEMO_SCENARIOS;

/** When the closed event is viewed: on Tuesday morning. */
export const CLOSED_VIEW_MS = atClock("09:12") + 2 * DAY_MS;
