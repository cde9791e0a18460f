import { formatCountWithNoun } from "@/lib/core/format/count";

// The texts of payments/print.

// letterhead
export const organisation = "Organisation";

// print-button
export const print = "Print";

// print-sheet
export const name = "Name";
export const payments = "Payments";
export const amount = "Amount";
export const total = "Total";
export const asOf = (state: string, time: string) => `${state}. As of ${time}.`;
export const closed = "Closed";
export const stillOpenFiguresMayChange = "Still open: figures may change";
export const totalTaken = "Total taken";
export const notCountedPending = (counted: string, count: string) =>
  `${counted}. Not counted: ${count} pending (`;
export const countPayments = (count: number | bigint) => formatCountWithNoun(count, "payment");
export const andFailed = (count: string) => `) and ${count} failed (`;
export const byChannel = "By channel";
export const byTerminal = "By terminal";
export const byOperator = "By operator";
export const unassigned = "Unassigned";
export const noTerminalBankTransfers = "No terminal: bank transfers";
export const openExceptions = "Open exceptions";
export const none = "None.";
export const signatures = "Signatures";
export const preparedBy = (preparedBy: string, time: string) => `Prepared by ${preparedBy}, ${time}`;
export const checkedBy = "Checked by";
