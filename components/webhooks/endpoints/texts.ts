import { formatCountWithNoun, pickPlural } from "@/lib/core/format/count";

// The texts of webhooks/endpoints.

// endpoint-dialog
export const editEndpoint = "Edit endpoint";
export const addAnEndpoint = "Add an endpoint";
export const eventsThatWaitAreSent =
  "Events that wait are sent to the new address, with the same ids and bodies.";
export const itReceivesEveryPayment =
  "From now on it receives a webhook for every payment of all your events, signed with a secret of its own.";
export const save = "Save";
export const addEndpoint = "Add endpoint";
export const address = "Address";
export const name = "Name";
export const optional = "Optional";
export const whichSystemReceivesTheEvents = "Which system receives the events";
export const typeAtMost100Characters = "type at most 100 characters.";
export const theEndpointWasNotChanged = "The endpoint was not changed.";
export const theEndpointWasNotAdded = "The endpoint was not added.";
export const eventsToSend = "Events to send";
export const chooseAtLeastOne = "Choose at least one.";
export const customHeaders = "Custom headers";
export const theyStayAsTheyAre = "They stay as they are. To change one, enter all of them again.";
export const replaceTheHeaders = "Replace the headers";

// endpoint-drawer
export const theEventsOfThisEndpoint = "the events of this endpoint";
export const remove = "Remove";
export const edit = "Edit";
export const theEndpointsAddress = "the endpoint's address";
export const events = "Events";
export const headers = "Headers";
export const none = "None";
export const valuesHidden = " · values hidden";
export const waiting = "Waiting";
export const lastSuccess = "Last success";
export const noneYet = "None yet";
export const added = "Added";

// endpoints-card
export const endpoints = "Endpoints";
export const noOrganisationWideEndpoint = "No organisation-wide endpoint";
export const anEndpointReceivesThePayments =
  "An endpoint receives the payments of all your events, signed with a secret of its own. If an event also has its own webhook address, its payments are sent to both.";
export const endpoint = "Endpoint";
export const health = "Health";
export const delivered24H = "Delivered, 24 h";

// endpoints-section
export const isAdded = (name: string) => `${name} is added`;
export const theEndpointsDidNotLoad = "The endpoints did not load";
export const signingSecret = "signing secret";
export const storeItInYourReceiver = "Store it in your receiver";
export const receiverVerifiesWithTheSecret =
  "Your receiver verifies with it that an event comes from us. An owner can show it again.";

// header-fields
export const refusedHeaderNames =
  "Not Host, Content-*, Webhook-*, Proxy-*, Connection, Transfer-Encoding or other names that the sender sets.";
export const isGivenTwiceEnterItOnce = (name: string) => `${name} is given twice. Enter it once.`;
export const addAHeader = "Add a header";
export const sentWithEachEvent = (refused: string) =>
  `Sent with each event, for example Authorization. ${refused} Values are stored encrypted and are not shown again.`;
export const nameOfHeader = (number: number) => `Name of header ${number}`;
export const authorization = "Authorization";
export const valueOfHeader = (number: number) => `Value of header ${number}`;
export const bearer = "Bearer …";
export const removeHeader = (number: number) => `Remove header ${number}`;

// health-chart
export const delivered = "Delivered";
export const failed = "Failed";
export const attemptsPerHour = "Attempts per hour";
export const attemptsPerHourOver48Hours = (delivered: string, failed: string) =>
  `Attempts per hour over 48 hours: ${delivered} delivered, ${failed} failed`;
export const hour = "Hour";
export const meanTime = "Mean time";
export const ms = (count: string) => `${count} ms`;
export const in48Hours = (rate: string) => `${rate} in 48 hours.`;

// health-hours
export const nothingSent = "Nothing sent";
export const rateOfAttempts = (rate: string, attempts: string) => `${rate} of ${attempts}`;
export const countAttempts = (count: number | bigint) => formatCountWithNoun(count, "attempt");

// remove-dialog
export const removeQuestion = (name: string) => `Remove ${name}?`;
export const itGetsNoMoreEvents =
  "It gets no more events, and its waiting events are marked as failed and cannot be sent again. Its deliveries stay listed. This cannot be undone.";
export const keepIt = "Keep it";
export const removeEndpoint = "Remove endpoint";
export const theEndpointWasNotRemoved = "The endpoint was not removed. Nothing changed.";
export const eventsAreWaitingToBeSent = (count: number) =>
  `${formatCountWithNoun(count, "event")} ${pickPlural(count, "is", "are")} waiting to be sent.`;

// use-endpoints
export const addedButSecretNotShown =
  "The endpoint is added, but its signing secret was not shown. Open the endpoint.";
export const savedWaitingEventsAreSent = "Saved. Waiting events are sent with the new settings.";
export const theEndpointIsRemoved = "The endpoint is removed. Nothing is sent to it any more.";
