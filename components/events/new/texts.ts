// The texts of events/new.

// duplicate-event
export const theEventCannotBeDuplicated = (detail: string) => `The event cannot be duplicated. ${detail}`;

// event-time-fields
export const optional = "Optional";
export const starts = "Starts";
export const timeZone = (zoneName: string) => `Time zone: ${zoneName}`;
export const ends = "Ends";

// new-event-fields
export const yourEventsName = "your event's name";
export const eventName = "Event name";
export const payersSeeAccountName = (serviceName: string, eventName: string) =>
  `Payers see this as the account name: ${serviceName} / ${eventName}`;
export const venue = "Venue";
export const reference = "Reference";
export const sentWithEveryWebhook = "Sent with every webhook. Need not be unique.";
export const webhookAddress = "Webhook address";
export const paymentsGoToThisAddress = "Each payment is sent to this address.";
export const howPeopleWillPay = "How people will pay";
export const bankTransfer = "Bank transfer";
export const accountForThisEventOnly = "A collection account for this event only";
export const posTerminals = "POS terminals";
export const between1And50 = "Between 1 and 50";
export const howManyTerminals = "How many terminals";

// new-event-form
export const type1To200Characters = "type 1 to 200 characters.";
export const typeAtMost200Characters = "type at most 200 characters.";
export const typeADateAndATime = "type a date and a time.";
export const typeAReference = "type 1 to 200 characters, such as lagos-jazz-2026.";
export const terminals = "Terminals";
export const typeNumberFrom1To50 = "type a whole number from 1 to 50.";
export const typeDateLikeExample = (label: string) =>
  `${label}: type a date and a time, such as 23 Nov 2026, 17:00.`;
export const endMustFollowStart = "The end must come after the start.";
export const chooseAtLeastOneWay = "Choose at least one way to pay.";
export const typeWhenItEnds = "Ends: type a date and a time of the new event.";
export const typeWhenItStarts = "Starts: type a date and a time of the new event.";

// new-event
export const wasCreated = (name: string) => `${name} was created.`;
export const whatIsTakenOver =
  "With the name, the venue, the ways to pay and the length of the other event. Its times, its webhook address and its operators are not taken over.";
export const duplicateEvent = "Duplicate event";
export const newEvent = "New event";
export const currencyNaira = "Currency: naira";
export const cancel = "Cancel";
export const createEvent = "Create event";
export const theEventWasNotCreated = "The event was not created.";
