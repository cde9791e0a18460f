import { formatCountWithNoun } from "@/lib/core/format/count";

// The texts of operators.

// add-operator-dialog
export const cashier = "Cashier";
export const supervisor = "Supervisor";
export const gateStaff = "Gate staff";
export const ticketScanner = "Ticket scanner";
export const wasAddedButHasNoTerminal = (name: string, detail: string) =>
  `${name} was added, but has no terminal: ${detail}`;
export const wasAdded = (name: string) => `${name} was added.`;
export const theOperatorWasNotAdded = "The operator was not added.";
export const enterAName = "Enter a name.";
export const addOperator = "Add operator";
export const paymentsCarryTheirName = "Payments they take will carry their name.";
export const fullName = "Full name";
export const phone = "Phone";
export const optional = "Optional";
export const email = "Email";
export const terminal = "Terminal";
export const takesOverFrom = (name: string) => `Takes over from ${name}.`;
export const noTerminalYet = "No terminal yet";
export const role = "Role";
export const other = "Other";
export const theirRole = "Their role";

// export-button
export const exportLabel = "Export";

// hand-over-dialog
export const chooseAnOperator = "Choose an operator";
export const handOver = (label: string) => `Hand over ${label}`;
export const isOnItNow = (terminalLocation: string, name: string) =>
  `${terminalLocation}. ${name} is on it now.`;
export const noOperatorIsAssigned = (terminalLocation: string) =>
  `${terminalLocation}. No operator is assigned.`;
export const handOverLabel = "Hand over";
export const whoTakesOver = "Who takes over";
export const noOperatorUnassign = (name: string) => `No operator, unassign ${name}`;
export const sinceWhen = "Since when";
export const fromNowOn = "From now on";
export const sinceATime = "Since a time";
export const since = "Since";
export const paymentsSinceThenMoveAlong = "Payments taken there since then move along.";
export const chooseWhoTakesOver = "Choose who takes over.";
export const enterATime = "Enter a time, such as 20:00.";
export const andMovedAlong = (counted: string) => `, and ${counted} moved along`;
export const isOnNow = (name: string, label: string, movedText: string) =>
  `${name} is on ${label} now${movedText}.`;
export const hasNoOperatorNow = (label: string) => `${label} has no operator now.`;
export const nothingChanged = (detail: string) => `${detail} Nothing changed.`;

// operator-drawer
export const transfers = "Transfers";
export const onShift = "On shift";
export const call = "Call";
export const handOverPrefix = "Hand over ";
export const taken = "Taken";
export const payments = "Payments";

// operator-stats
export const unassigned = "Unassigned";
export const countPayments = (count: number | bigint) => formatCountWithNoun(count, "payment");
export const assign = "Assign";
export const assigned = "Assigned";
export const ofTakings = (share: number | undefined) => `${share}% of takings`;
export const onShiftOfAll = (onShift: number, operatorCount: number) => `${onShift} of ${operatorCount}`;
export const theEventIsClosed = "the event is closed";
export const onATerminalRightNow = "on a terminal right now";
export const operatorsTogether = "Operators together";
export const handedOverLastAt = (count: number) => `${count} handed over, last at `;
export const countTransfers = (count: number | bigint) => formatCountWithNoun(count, "transfer");
export const countAtTerminals = (count: number) => `${count} at terminals`;

// operator-table
export const offShift = "Off shift ";
export const offShiftLabel = "Off shift";
export const noTerminal = "No terminal";
export const rank = "Rank";
export const operator = "Operator";
export const count = "Count";
export const where = "Where";
export const lastPayment = "Last payment";
export const transfer = " Transfer";
export const pos = " POS";
export const operators = "Operators";
export const noPaymentYet = "no payment yet";

// operators-view
export const countPeople = (count: number | bigint) => formatCountWithNoun(count, "person", "people");
export const searchOperators = "Search operators";
export const nameRoleOrTerminal = "Name, role or terminal";
export const tookPaymentsForThisEvent = (counted: string) => `${counted} took payments for this event`;
export const peopleTakePaymentsForThisEvent = (count: number) =>
  `${formatCountWithNoun(count, "person takes", "people take")} payments for this event`;
export const noOperatorsWereAdded = "No operators were added";
export const noOperatorsYet = "No operators yet";
export const canStillAssignManually =
  "The event is closed. Operators added now can still be assigned payments manually.";
export const addYourStaff =
  "Add the staff at the gate and the bar. A terminal's payments are linked to the operator assigned to it.";
export const noResults = "No results";
export const showAll = "Show all";
export const peopleAreFoundByName = "People are found by name, role and the terminal they are on.";

// payment-list
export const showMore = "Show more";
export const noName = "No name";
export const noPaymentsYet = "No payments yet.";
export const time = "Time";
export const payer = "Payer";
export const channel = "Channel";
export const status = "Status";
export const amount = "Amount";
export const thePaymentsDidNotLoad = "The payments did not load.";
export const tryAgain = "Try again";
export const openInPayments = "Open in payments";
