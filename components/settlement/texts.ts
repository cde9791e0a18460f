import { formatCountWithNoun } from "@/lib/core/format/count";

// The texts of settlement.

// awaiting-card
export const awaitingSettlementByExpectedDay = "Awaiting settlement by expected day";
export const expected = "Expected";
export const doesNotReportSettlementsHere = (name: string) => `${name} does not report settlements here.`;
export const importItsSettlementFile = "Import its settlement file to mark its payments as settled.";
export const countPayments = (count: number | bigint) => formatCountWithNoun(count, "payment");
export const noSettlementDayIsDocumented = "No settlement day is documented";
export const overdueWasExpectedOn = (date: string) => `Overdue: was expected on ${date}`;
export const expectedOn = (date: string) => `Expected on ${date}`;

// by-date-chart
export const settled = "Settled";
export const weekend = "Weekend";
export const settledByDate = "Settled by date";
export const settledOn = (amount: string, daysSettled: string) => `${amount} settled on ${daysSettled}`;
export const countDays = (count: number | bigint) => formatCountWithNoun(count, "day");
export const day = "Day";
export const payments = "Payments";

// days-card
export const settlementDate = "Settlement date";
export const count = "Count";
export const channel = "Channel";
export const bankReference = "Bank reference";
export const reported = "Reported";
export const status = "Status";
export const amount = "Amount";
export const byDate = "By date";
export const countDaysSettled = (count: number | bigint) =>
  formatCountWithNoun(count, "day settled", "days settled");
export const from = "From";
export const to = "To";
export const nothingMatchesTheseFilters = "Nothing matches these filters";
export const clearTheFilters = "Clear the filters";
export const nothingSettledYet = "Nothing settled yet";
export const paymentsShowHereOnceReported =
  "Payments show here when the bank says that they have reached your account.";
export const namedDay = (name: string) => `${name} day`;
export const anyDay = "Any day";

// provider-names
export const theBank = "The bank";

// settled-card
export const settledAndAwaiting = "Settled and awaiting";
export const awaitingSettlement = "Awaiting settlement";
export const wasReturnedBeforeSettlement = (amount: string) =>
  `${amount} was refunded or reversed before it was settled and will not come.`;
export const moreIsSettledThanWasTaken = (amount: string) => `${amount} more is settled than was taken.`;
export const contactTheOperatorOfTheService = "Contact the operator of the service.";
export const ofTaken = (amount: string) => `Of ${amount} taken`;
export const nothingTakenYet = "Nothing taken yet";
export const percentTaken = (percent: number, amount: string) => `${percent}% of ${amount} taken`;
export const notReported = "Not reported";
export const theBankDoesNotReportSettlements = "The bank does not report settlements";

// settlement-view
export const theSettlementDaysDidNotLoad = "The settlement days did not load";
export const theSettlementsDidNotLoad = "The settlements did not load";
export const exportLabel = "Export";
export const importLabel = "Import";

// settlements-card
export const banksList = "Bank's list";
export const banksNotification = "Bank's notification";
export const importedFile = "Imported file";
export const settlement = "Settlement";
export const gross = "Gross";
export const fees = "Fees";
export const stampDuty = "Stamp duty";
export const net = "Net";
export const countSettlements = (count: number | bigint) => formatCountWithNoun(count, "settlement");
export const settlements = "Settlements";
export const latest = (count: string | undefined) => `latest ${count}`;
export const noSettlementsYet = "No settlements yet";
export const theyShowHereOnceReported = "They show here when a bank reports them, or when you import a file.";
export const countDifferences = (count: number | bigint) => formatCountWithNoun(count, "difference");
export const reference = "Reference ";
export const toAccount = (account: string) => ` · to ${account}`;
export const theExportHasAllPayments = (paymentCount: number) =>
  `The export has all ${paymentCount} payments.`;
