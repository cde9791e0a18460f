// The texts of shared/format that the first scripts of the live page use; the others are in late-texts.ts.

// channel
export const transfer = "Transfer";
export const bankTransfer = "Bank transfer";
export const posTerminals = "POS terminals";

// endpoint-health
export const healthy = "Healthy";
export const failing = "Failing";
export const backingOff = "Backing off";
export const paused = "Paused";
export const notUsedYet = "Not used yet";

// event-phase
export const upcoming = "Upcoming";
export const active = "Active";
export const activePastItsEnd = "Active, past its end";
export const pastItsEnd = "Past its end";
export const closed = "Closed";
