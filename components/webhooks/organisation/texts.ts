import { formatCountWithNoun } from "@/lib/core/format/count";

// The texts of webhooks/organisation.

// found-deliveries
export const deliveries = "Deliveries";
export const theDeliveriesDidNotLoad = "The deliveries did not load";
export const nothingSentYet = "Nothing sent yet";
export const paymentsAreSentWhenRecorded =
  "A payment is sent as soon as it is recorded, to each endpoint and to the webhook address of its event.";
export const noResults = "No results";
export const clearTheFilters = "Clear the filters";
export const searchForAWholeId =
  "Search for a whole id of a delivery (evt_…), a payment (txn_…), an event (ses_…) or an expected payment (exp_…).";
export const leftOutBeingSentNow = (counted: string) => `${counted} left out: being sent at this moment.`;
export const countEvents = (count: number | bigint) => formatCountWithNoun(count, "event");
export const nothingWasSentAgain = "Nothing was sent again.";
export const selected = (count: string) => `${count} selected`;
export const selection = "Selection";
export const selectAllShown = "Select all shown";
export const clear = "Clear";
export const replaySelected = "Replay selected";
export const replayFailed = "Replay failed";

// found-table
export const noAttemptsYet = "No attempts yet";
export const ms = (count: string) => `${count} ms`;
export const select = (shortId: string) => `Select ${shortId}`;
export const recorded = "Recorded";
export const delivery = "Delivery";
export const deliveryId = "delivery id";
export const outcome = "Outcome";
export const reason = "Reason";
export const attempts = "Attempts";
export const took = "Took";
export const type = "Type";
export const endpoint = "Endpoint";
export const eventLabel = "Event";

// found-toolbar
export const searchDeliveries = "Search deliveries";
export const deliveryPaymentOrEventId = "Delivery, payment or event id";
export const period = "Period";

// replay-dialog
export const lastHour = "Last hour";
export const last24Hours = "Last 24 hours";
export const last7Days = "Last 7 days";
export const allTime = "All time";
export const replayFailedEvents = "Replay failed events";
export const eachEventIsSentOnceMore =
  "Each event is sent once more with the same body and the same id, on a new schedule. Events of removed endpoints are skipped.";
export const cancel = "Cancel";
export const replay = "Replay";
export const timeRange = "Time range";
export const allEndpointsAndAddresses = "All endpoints and all webhook addresses of events";

// replay-progress
export const hideTheProgress = "Hide the progress";
export const delivered = (count: string) => `${count} delivered`;
export const waiting = (count: string) => `${count} waiting`;
export const failed = (count: string) => `${count} failed`;
export const sendingAgain = (counted: string) => `Sending ${counted} again`;
export const replayOfFailedEventsRequestedBy = (by: string) => `Replay of failed events, requested by ${by}`;
export const sentAgain = (counted: string) => `${counted} sent again`;
export const ofSentAgain = (count: string, counted: string) => `${count} of ${counted} sent again`;
export const theProgressDidNotLoad = "The progress did not load";
