import { formatCountWithNoun } from "@/lib/core/format/count";

// The texts of settlement/import.

// import-dialog
export const importSettlements = "Import settlements";
export const forBanksThatDoNotReport =
  "For a bank that does not report its settlements: a CSV file with one line for each settled payment.";
export const importCounted = (counted: string) => `Import ${counted}`;
export const countLines = (count: number | bigint) => formatCountWithNoun(count, "line");
export const importLabel = "Import";
export const csvFile = "CSV file";
export const columnsOfTheFile =
  "Columns: payment_reference, settlement_reference, settled_on, and amount or net_amount.";

// import-preview
export const willBeSettled = "will be settled";
export const willBeSettledOnceSuccessful = "will be settled once the payment is successful";
export const willOpenAnException = "will open an exception";
export const importedAlready = "imported already";
export const notAPaymentOfThisEvent = "not a payment of this event";
export const notValidNothingIsImported = ": not valid. Nothing is imported until the file is corrected.";
export const line = (count: string) => `Line ${count}`;
export const moreAreNotListed = (count: string) => `${count} more are not listed.`;

// use-import
export const settled = (counted: string) => `${counted} settled.`;
export const countPayments = (count: number | bigint) => formatCountWithNoun(count, "payment");
