import { formatCountWithNoun, pickPlural } from "@/lib/core/format/count";

// The texts of webhooks/event.

// deliveries-card
export const deliveries = "Deliveries";
export const searchDeliveries = "Search deliveries";
export const paymentOrResponseCode = "Payment or response code";
export const outcome = "Outcome";
export const sent = "Sent";
export const payment = "Payment";
export const paymentId = "payment id";
export const amount = "Amount";
export const attempts = "Attempts";
export const response = "Response";
export const took = "Took";
export const ms = (count: string) => `${count} ms`;
export const eventLabel = "Event";
export const transactionReceived = "transaction.received";
export const payer = "Payer";
export const paymentIs = "Payment is";

// delivery-rate
export const delivered = "Delivered";
export const nothingSentYet = "Nothing sent yet";
export const deliveredOfPayments = (count: string, payments: string) => `${count} of ${payments}`;
export const countPayments = (count: number | bigint) => formatCountWithNoun(count, "payment");
export const waitingNow = "Waiting now";
export const retrying = "Retrying";
export const givenUp = "Given up";
export const responseTimeLastHour = "Response time, last hour";
export const median = "median ";
export const ninetyFifthPercentile = " · 95th ";
export const medianResponseTimeByMinute = (count: string) =>
  `Median response time by minute, at most ${count} ms`;
export const countRetries = (count: number | bigint) => formatCountWithNoun(count, "retry", "retries");
export const nothingSentLastHour = "Nothing was sent in the last hour.";

// endpoint-card
export const endpoint = "Endpoint";
export const eventsOfOtherSessionsWait =
  "Events of your other sessions that go to the same address wait too.";
export const theEndpointsAddress = "the endpoint's address";
export const everyEventOfYourOrganisation = "every event of your organisation";
export const addAWebhookAddress = "Add a webhook address";
export const edit = "Edit";

// replay-failed
export const noneWasGivenUp = "None was given up in that time.";
export const beingSentAgain = (counted: string) => `${counted} being sent again.`;
export const countEvents = (count: number | bigint) => formatCountWithNoun(count, "event");
export const nothingWasSentAgain = "Nothing was sent again.";
export const replayFailed = "Replay failed";
export const sendFailedEventsAgain = "Send failed events again?";
export const eachEventIsSentUnchanged =
  "Each event is sent with the same body and the same id, on a new schedule.";
export const cancel = "Cancel";
export const sendAgain = "Send again";
export const givenUpSince = "Given up since";
export const lastHour = "Last hour";
export const last24Hours = "Last 24 hours";
export const allOfThisEvent = "All of this event";

// url-dialog
export const theAddressIsSaved = "The address is saved.";
export const theAddressIsSavedAndEventsGoThere = (count: number) =>
  `The address is saved. ${formatCountWithNoun(count, "waiting event")} ${pickPlural(count, "goes", "go")} there.`;
export const address = "Address";
export const changeTheWebhookAddress = "Change the webhook address";
export const everyPaymentIsSentThere = "Every payment of this event is sent there from now on.";
export const addAddress = "Add address";
export const changeAddress = "Change address";
export const theAddressWasNotChanged = "The address was not changed.";
export const earlierPaymentsAreNotSent = "Payments that are recorded already are not sent.";
export const idsAndBodiesStayTheSame = (waiting: string) => `${waiting} Ids and bodies stay the same.`;
export const noEventIsWaiting = "No event is waiting.";
export const waitingEventsAreSentToTheNewAddress = (count: number) =>
  `${formatCountWithNoun(count, "event")} that ${pickPlural(count, "waits is", "wait are")} sent to the new address at once.`;
export const anAttemptInProgressEnds = "An attempt in progress ends at the old address.";
export const replayedEventsUseNewAddress = "Events that you replay later go to the new address.";
export const theSigningSecretStaysTheSame = "The signing secret stays the same.";

// webhooks-view
export const webhooks = "Webhooks";
export const everyPaymentIsSentTo = (host: string) => `Every payment is sent to ${host} as it is recorded`;
export const noWebhookSetUp = "No webhook set up";
export const sendTestEvent = "Send test event";
export const thisEventHasNoWebhookAddress = "This event has no webhook address";
export const itWasOpenedWithout = "It was opened without ";
export const webhookUrl = "webhook_url";
export const soNoWebhooksAreSent =
  ", so no webhooks are sent for it. An owner can add an address; the payments that are recorded after that are sent to it.";
export const theDeliveriesDidNotLoad = "The deliveries did not load";
export const theFirstPaymentIsSent = "The first payment is sent as soon as it is recorded.";
export const noResults = "No results";
export const clearTheFilters = "Clear the filters";
export const searchForAWholeId =
  "Search for a whole payment id (txn_…), a delivery id (evt_…) or a response code such as 503.";
