/** The outcomes of an event. `waiting`: not sent yet, or between two attempts. */
export const OUTCOMES = { delivered: "Delivered", waiting: "Waiting", failed: "Failed" } as const;
export type DeliveryOutcome = keyof typeof OUTCOMES;
