import * as texts from "./texts";

interface Endpoint {
  health: "healthy" | "failing" | "backing_off" | "paused";
  failures: number;
  last_success_at: string | null;
}

/** Labels and colours of a webhook endpoint's health. */
export const ENDPOINT_HEALTH = {
  healthy: { word: texts.healthy, tone: "green" },
  failing: { word: texts.failing, tone: "red" },
  backing_off: { word: texts.backingOff, tone: "amber" },
  paused: { word: texts.paused, tone: "amber" },
} as const;

/** Returns the label and colour of an endpoint's health; an endpoint that nothing was sent to is neutral. */
export function endpointHealth({ health, failures, last_success_at: succeededAt }: Endpoint) {
  if (health === "healthy" && failures === 0 && succeededAt === null)
    return { word: texts.notUsedYet, tone: "neutral" } as const;
  return ENDPOINT_HEALTH[health];
}
