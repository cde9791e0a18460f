import { formatCountWithNoun } from "@/lib/core/format/count";

// The texts of terminals.

// last-payment
export const noPaymentsYet = "No payments yet";
export const silentLastPayment = "Silent, last payment";
export const silent = "Silent";

// terminal-bars
export const inTheLastHour = (counted: string) => `${counted} in the last hour`;
export const countPayments = (count: number | bigint) => formatCountWithNoun(count, "payment");

// terminal-items
export const noOperator = "No operator";
export const silentLabel = "Silent ";
export const callLabel = "Call ";
export const handOver = "Hand over";
export const assignAnOperator = "Assign an operator";

// terminal-list
export const terminal = "Terminal";
export const location = "Location";
export const taken = "Taken";
export const count = "Count";
export const failedLabel = "Failed";
export const lastHour = "Last hour";
export const operator = "Operator";
export const lastPayment = "Last payment";

// terminal-stats
export const busiestRightNow = "Busiest right now";
export const nothingInTheLast10Min = "nothing in the last 10 min";
export const in10Min = (counted: string) => `${counted} in 10 min`;
export const takenAtTerminals = "Taken at terminals";
export const ofTakings = (share: number | undefined) => `${share}% of takings`;
export const takingNow = "Taking now";
export const terminalsOfAll = (count: number, terminalCount: number) => `${count} of ${terminalCount}`;
export const paidWithinTheLast10Min = "paid within the last 10 min";
export const tookSomething = "Took something";
export const theEventIsClosed = "the event is closed";
export const averagePayment = "Average payment";
export const highestAt = (name: string) => `highest at ${name}`;
export const nothingTakenYet = "nothing taken yet";
export const ofPayments = (rate: string) => `${rate} of payments`;
export const noPaymentsYetLabel = "no payments yet";
export const terminalsTogether = "Terminals together";

// terminal-status
export const payments = "Payments";

// terminal-tools
export const searchTerminals = "Search terminals";
export const terminalLocationOrOperator = "Terminal, location or operator";
export const sortBy = "Sort by";
export const sortByNow = (current: string) => `Sort by, now ${current}`;
export const view = "View";
export const grid = "Grid";
export const list = "List";
export const whichTerminals = "Which terminals";
export const all = "All";
export const tookPayments = "Took payments";
export const taking = "Taking";

// terminals-view
export const terminals = "Terminals";
export const assignedAtCreation = (count: number, eventName: string) =>
  `${count} assigned to ${eventName} when the event was created`;
export const thisEventHasNoTerminals = "This event has no terminals";
export const terminalsAreSetAtCreation =
  "The number of terminals is set when an event is created. Transfers to its account are on the live page.";
export const noResults = "No results";
export const showAll = "Show all";
export const terminalsAreFoundByLabel = "Terminals are found by label, location, id, device and operator.";
export const aTerminalIsCalledSilent =
  "A terminal is called silent when it has taken nothing for 10 minutes, or for five times its usual gap if that is longer. ";
export const barsShowTheLastHour = (endOfHour: string) =>
  `Bars show payments over the last hour${endOfHour}, all on one scale.`;
export const beforeTheLastPayment = " before the last payment";

// use-terminals
export const theLocationWasNotChanged = (detail: string) => `The location was not changed. ${detail}`;
