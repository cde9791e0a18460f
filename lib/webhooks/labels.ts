/** What became of an event: `waiting` is not sent yet, or between its tries. */
export const OUTCOMES = { delivered: "Delivered", waiting: "Waiting", failed: "Failed" } as const;
export type DeliveryOutcome = keyof typeof OUTCOMES;
