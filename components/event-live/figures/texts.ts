import { formatCountWithNoun } from "@/lib/core/format/count";

// The texts of event-live/figures.

// rate-card
export const duringEvent = "Event";
export const allTime = "All time";
export const fifteenMinutes = "15 min";
export const oneHour = "1 hour";
export const since = (since: string) => `Since ${since}`;
export const minute = "Minute";
export const fromByMin = (step: number) => `From, by ${step} min`;
export const transfer = "Transfer";
export const inTheLastFullMinute = (counted: string) => `${counted} in the last full minute. `;
export const countPayments = (count: number | bigint) => formatCountWithNoun(count, "payment");
export const paymentsPerMinute = (lastMinute: string, peakSentence: string) =>
  `Payments per minute. ${lastMinute}${peakSentence}`;
export const thePeakWasAt = (count: string, time: string) => `The peak was ${count} at ${time}.`;
export const noneYet = "None yet.";
export const atThePeak = (at: string) => `at the peak, ${at}`;
export const prefixInWideCards = "in the ";
export const lastFullMinute = "last full minute";
export const peakAt = (count: string, at: string | undefined) => ` · peak ${count} at ${at}`;
export const now = " now · ";
export const peak = (count: string) => `peak ${count}`;
export const paymentsPerMinuteLabel = "Payments per minute";
export const stoppedAt = (time: string) => `Stopped at ${time}`;
export const timeRange = "Time range";

// top-takings
export const terminals = "Terminals";
export const operators = "Operators";
export const countTerminals = (count: number | bigint) => formatCountWithNoun(count, "terminal");
export const allTerminals = (terminals: string) => `All ${terminals}`;
export const allOperators = "All operators";
export const topTakings = "Top takings";
export const topTakingsBy = "Top takings by";
export const noTerminalPayments = "No terminal has taken a payment yet.";
export const noPaymentIsAssigned = "No payment is assigned to an operator yet.";

// total-card
export const ageOfFigures = (duration: string) => `${duration} old`;
export const closed = "Closed";
export const in5Min = (amount: string) => `${amount} in 5 min`;
export const totalTakenAt = (time: string) => `Total taken at ${time}`;
export const finalTotal = "Final total";
export const totalTaken = "Total taken";
export const average = (amount: string) => `average ${amount}`;
export const payments = " payments";
export const pending = " pending ";
export const failedNotCounted = " failed, not counted";
