import { formatCountWithNoun } from "@/lib/core/format/count";

// The texts of webhooks/delivery.

// attempt-marks
export const noAttemptsYet = "No attempts yet";
export const theLast = (counted: string, part: string) => `${counted}, the last ${part}`;
export const countAttempts = (count: number | bigint) => formatCountWithNoun(count, "attempt", "attempts");
export const noAnswer = "No answer";

// attempts
export const fromFirstToLast = (duration: string) => `${duration} from first to last`;
export const attempts = "Attempts";
export const firstAttempt = "First attempt";
export const nextAttempt = "Next attempt";
export const attempt = (number: number) => `Attempt ${number} `;
export const ms = (count: string) => `${count} ms `;
export const answeredWell = "Answered well";
export const waited = (duration: string) => `Waited ${duration}`;

// delivery-drawer
export const delivery = "Delivery";
export const deliveryId = "delivery id";
export const paymentId = "payment id";
export const thisDeliveryDidNotLoad = "This delivery did not load";
export const replaySendsTheSameBody = "Replay sends the same body and id.";
export const openPage = "Open page";

// delivery-facts
export const facts = "Facts";
export const eventLabel = "Event";
export const sentTo = "Sent to";
export const theEndpointsAddress = "the endpoint's address";
export const recorded = "Recorded";
export const timeInUtc = "Time in UTC";
export const replay = "Replay";
export const itsEndpointWasRemoved = "Its endpoint was removed: it cannot be sent again.";
export const about = "About";
export const reportedAs = "Reported as";
export const payment = "Payment";
export const amount = "Amount";
export const payer = "Payer";

// delivery-page
export const hideTheAccountNumber = "Hide the account number";
export const showTheAccountNumber = "Show the account number";
export const allDeliveries = "All deliveries";
export const body = "Body";
export const theBody = "the body";
export const notSentYet = "Not sent yet";
export const theFirstAttemptIsDue = "The first attempt is due ";
export const unlessTheEndpointIsPaused = ", unless the endpoint is paused.";
export const headersAndAnswer = "Headers and answer";
export const ofAttempt = (number: number) => ` of attempt ${number}`;
export const theHeaders = "the headers";
export const requestText = (url: string, headers: string) => `POST ${url}
${headers}`;
export const theAnswer = "the answer";

// payload
export const notSentYetText = "Not sent yet.";
export const payload = "Payload";
export const whatIsShown = "What is shown";
export const headers = "Headers";
export const response = "Response";
export const theResponse = "the response";
export const noAnswerBecause = (error: string) => `No answer. ${error}`;
export const nothingInItsBody = "(nothing in its body)";
export const answerText = (status: number, excerpt: string) => `HTTP ${status}

${excerpt}`;

// replay-button
export const itIsBeingSentAgain = "It is being sent again.";
export const itIsBeingSentNow = "It is being sent at this moment.";
export const itWasNotSentAgain = "It was not sent again. Nothing changed.";
export const sendNow = "Send now";

// use-delivery
export const deliveredAttempt = (ordinal: string) => `Delivered, ${ordinal} attempt`;
