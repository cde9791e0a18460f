// The texts of event-live: those that the first scripts of the live page do not use.
import { formatCountWithNoun } from "@/lib/core/format/count";

// closed-summary
export const open = (open: number) => `${open} open`;
export const closed = "Closed.";
export const by = (closedBy: string) => ` by ${closedBy}`;
export const followSettlement = "Follow settlement";
export const awaiting = (amount: string) => `${amount} awaiting`;
export const nothingToSettle = "Nothing to settle";
export const fullySettled = "Fully settled";
export const theAccountWasClosedAt = (time: string) => `The account was closed at the bank on ${time}.`;
export const theAccountCouldNotBeClosed = (because: string) =>
  `The account could not be closed at the bank.${because}`;
export const theAccountIsStillOpen = (because: string) => `The account is still open at the bank.${because}`;
export const theAccountClosesOn = (time: string) => `The account closes at the bank on ${time}.`;
export const closedOnAt = (weekday: string, time: string, byMember: string) =>
  `Closed on ${weekday} at ${time}${byMember}.`;
export const noFurtherPaymentsAreAccepted = "No further payments are accepted.";
export const inReconciliation = (exceptions: string) => ` ${exceptions} in Reconciliation.`;
export const countExceptions = (count: number | bigint) => formatCountWithNoun(count, "exception");
export const whatIsLeftToDo = "What is left to do";
export const reconcile = "Reconcile";
export const noOpenExceptions = "No open exceptions";
export const exceptionsWaitForADecision = "Exceptions wait for a decision";
export const clear = "Clear";
export const checkTheTakings = "Check the takings";
export const whatEachOperatorTook = "What each operator took";

// empty-state
export const terminals = "Terminals";
export const operators = "Operators";
export const addOperator = "Add operator";
export const how = "How";
export const sendAPayment = "Send a payment";
export const assigned = (terminals: string) => `${terminals} assigned`;
export const countTerminals = (count: number | bigint) => formatCountWithNoun(count, "terminal");
export const eventCreated = "Event created";
export const terminal1ToTerminal = (terminalCount: number) => `Terminal 1 to Terminal ${terminalCount}`;
export const terminal1 = "Terminal 1";
export const countOperators = (count: number | bigint) => formatCountWithNoun(count, "operator");
export const addYourOperators = "Add your operators";
export const paymentsCarryAName = "So that every payment carries a name";
export const makeATestTransfer = "Make a test transfer of ₦100";
export const provesTheAccountWorks = "Proves the account from end to end";
export const takeOnePaymentOnEachTerminal = "Take one payment on each terminal";
export const noneHaveTakenAPayment = (terminalCount: number) => `0 of ${terminalCount} have taken a payment`;
export const totalTaken = "Total taken";
export const waitingForTheFirstPayment = "Waiting for the first payment";
export const showThisAccountToPayers =
  "Put this account in front of your payers. The first transfer shows up here about a second after it reaches the bank.";
export const firstTerminalPaymentShowsHere =
  "The first payment at a terminal shows up here about a second after it reaches the bank.";
export const thisEventHasNoAccount = "This event has no account for transfers";
export const attachAnExistingAccount = "Attach one that your organisation has at its bank.";
export const beforeDoorsOpen = "Before doors open";

// live-skeleton
export const payments = "Payments";
export const connecting = "Connecting";
export const paymentsPerMinute = "Payments per minute";
export const topTakings = "Top takings";

// step-list
export const done = "Done";
export const doneOfAll = (done: number, all: number) => `${done} of ${all} done`;
