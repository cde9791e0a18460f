interface Endpoint {
  health: "healthy" | "failing" | "resting" | "paused";
  failures: number;
  last_success_at: string | null;
}

/** How the state of a webhook address is said, wherever it stands. */
export const ENDPOINT_HEALTH = {
  healthy: { word: "Healthy", tone: "green" },
  failing: { word: "Failing", tone: "red" },
  resting: { word: "Resting", tone: "amber" },
  paused: { word: "Paused", tone: "amber" },
} as const;

/** The same of an address: one that nothing was sent to yet is not healthy, it is not known. */
export function endpointHealth({ health, failures, last_success_at: succeededAt }: Endpoint) {
  if (health === "healthy" && failures === 0 && succeededAt === null)
    return { word: "Not used yet", tone: "neutral" } as const;
  return ENDPOINT_HEALTH[health];
}
