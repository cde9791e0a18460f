import { formatCountWithNoun } from "@/lib/core/format/count";

// The texts of sessions.

// close-event-dialog
export const close = (name: string) => `Close ${name}?`;
export const noFurtherPaymentsAccepted =
  "No further payments will be accepted, by transfer or at any terminal. An event cannot be opened again.";
export const keepItOpen = "Keep it open";
export const closeEvent = "Close event";
export const theLatestFiguresDidNotLoad = "The latest figures did not load.";
export const tryAgain = "Try again";
export const nothingChanged = (failed: string) => `${failed} Nothing changed.`;
export const paymentsAfterClosingWait = (pendingSentence: string) =>
  `${pendingSentence}A payment that arrives after you close waits in Reconciliation for a decision.`;
export const mayStillSucceedOrFail = (counted: string) => `${counted} may still succeed or fail. `;
export const countPayments = (count: number | bigint) => formatCountWithNoun(count, "payment");
export const moneyIsStillComingIn = "Money is still coming in. ";
export const type = "Type ";
export const toConfirm = " to confirm";
export const theEventWasNotClosed = "The event was not closed. Nothing changed.";

// close-preview-list
export const takenSoFar = "Taken so far";
export const stillPending = "Still pending";
export const none = "None";
export const lastPayment = "Last payment";
export const noPaymentsYet = "No payments yet";
export const onShift = "On shift";
export const taking = (operators: string, terminals: string) => `${operators}, ${terminals} taking`;
export const countOperators = (count: number | bigint) => formatCountWithNoun(count, "operator");
export const countTerminals = (count: number | bigint) => formatCountWithNoun(count, "terminal");

// use-close-event
export const isClosedNoFurtherPayments = (name: string) =>
  `${name} is closed. No further payments are accepted.`;
