// The texts of event-live that the first scripts of the live page use; the others are in late-texts.ts.

// health-strip
export const noneYet = "None yet";
export const healthy = "Healthy";
export const slow = "Slow";
export const notArriving = "Not arriving";
export const notKnown = "Not known";
export const bankWebhook = "Bank webhook";
export const deliveries = "Deliveries";
export const waiting = (count: string) => `${count} waiting`;
export const givenUp = (rate: string, count: string) => `${rate} · ${count} given up`;
export const terminalCount = (count: number) => `${count} terminals`;
export const silentFor = (span: string) => `silent for ${span}`;
export const silentLabel = "silent";
export const theLongest = (span: string) => `, the longest ${span}`;
export const health = "Health";
export const connection = "Connection";
export const lastSeen = "Last seen";
export const lastPayment = "Last payment";
