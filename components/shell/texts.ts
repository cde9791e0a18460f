// The texts of shell that the first scripts of the live page use; the others are in late-texts.ts.

// nav-items
export const events = "Events";
export const developers = "Developers";
export const apiReference = "API reference";
export const settings = "Settings";
export const live = "Live";
export const terminals = "Terminals";
export const operators = "Operators";
export const expectedPayments = "Expected payments";
export const reconciliation = "Reconciliation";
export const settlement = "Settlement";
export const webhooks = "Webhooks";
export const details = "Details";
