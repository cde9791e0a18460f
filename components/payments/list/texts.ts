import { formatCountWithNoun } from "@/lib/core/format/count";

// The texts of payments/list.

// columns
export const time = "Time";
export const payer = "Payer";
export const bank = "Bank";
export const narration = "Narration";
export const channel = "Channel";
export const terminal = "Terminal";
export const operator = "Operator";
export const order = "Order";
export const status = "Status";
export const amount = "Amount";

// payment-row
export const noName = "No name";
export const pending = "Pending";
export const failed = "Failed";
export const justIn = "Just in";

// payments-panel
export const payments = "Payments";
export const noPaymentsYet = "No payments yet";
export const theyAppearByThemselves = "They appear here on their own. There is nothing to refresh.";
export const thePaymentsDidNotLoad = "The payments did not load";
export const noResults = "No results";
export const clear = "Clear";
export const tryFewerWords = "Try fewer words, or part of a name or number.";
export const paused = "Paused";
export const countNewPayments = (count: number | bigint) => formatCountWithNoun(count, "new payment");

// payments-table
export const showMore = "Show more";

// use-payments-panel
export const letThePaymentsComeIn = "Let the payments come in";
export const pauseThePayments = "Pause the payments";
export const exportPayments = "Export payments";
