import { formatCountWithNoun } from "@/lib/core/format/count";

// The texts of expected-payments.

// api
export const awaiting = "Awaiting";
export const paid = "Paid";
export const underpaid = "Underpaid";
export const overpaid = "Overpaid";
export const expired = "Expired";

// expected-payments-table
export const paymentOf = (reference: string) => `Payment of ${reference}`;
export const payment = "Payment";
export const lastOf = (paymentCount: number) => `Last of ${paymentCount}`;
export const order = "Order";
export const payer = "Payer";
export const status = "Status";
export const amount = "Amount";
export const matchedBy = "Matched by";
export const referenceOrAmount = "Reference or amount";
export const reference = "Reference";
export const expires = "Expires";
export const doesNotExpire = "Does not expire";
export const created = "Created";
export const expectedPayments = "Expected payments";

// expected-payments-skeleton
export const loading = "Loading";

// expected-summary
export const allOrders = "All orders";
export const paidADifferentAmount = "Paid a different amount";
export const none = "None";
export const countOrders = (count: number | bigint) => formatCountWithNoun(count, "order");
export const countUnderpaid = (count: string) => `${count} underpaid`;
export const countOverpaid = (count: string) => `${count} overpaid`;

// expected-toolbar
export const all = "All";
export const ordersByStatus = "Orders by status";
export const searchExpectedPayments = "Search expected payments";
export const referenceOrPayer = "Reference or payer";

// expected-payments-view
export const ordersMatchedWithPayments =
  "Orders of your platform, matched with payments by reference or by a reserved amount";
export const theExpectedPaymentsDidNotLoad = "The expected payments did not load";
export const noResults = "No results";
export const showAll = "Show all";
export const foundByReferenceOrPayer = "They are found by a part of the reference or of the payer's name.";
export const noOrderHasThisStatus = "No order has this status.";
export const noExpectedPayments = "No expected payments";
export const yourPlatformCreatesThemWith = "Your platform creates them with ";
export const postV1ExpectedPayments = "POST /v1/expected-payments";
export const anAmountAndAReference = ": an amount and a reference that the payer puts in the narration.";
