import { formatCountWithNoun } from "@/lib/core/format/count";

// The texts of comparison.

// comparison-table
export const countPayments = (count: number | bigint) => formatCountWithNoun(count, "payment");
export const noPayments = "No payments";
export const allBarsShareOneScale = "All bars share one scale. Pending and failed payments are not counted.";
export const total = "Total";
export const average = "Average";
export const comparison = "Comparison";
export const noPaymentsYet = "No payments yet";
export const noneHasReceivedAPayment = "None of these events has received a payment.";

// comparison-view
export const compareEvents = "Compare events";
export const successfulPaymentsOfSeveralEvents = "Successful payments of several events";
export const exportLabel = "Export";
export const noEventsChosen = "No events chosen";
export const chooseUpToEvents = (maxEvents: number) =>
  `Choose up to ${maxEvents} events to see their takings side by side.`;
export const theComparisonDidNotLoad = "The comparison did not load";
export const compareBy = "Compare by";
export const events = "Events";
