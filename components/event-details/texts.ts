import { formatCountWithNoun } from "@/lib/core/format/count";

// The texts of event-details.

// details-form
export const theDetailsAreSaved = "The details are saved.";
export const eventLabel = "Event";
export const eventName = "Event name";
export const theAccountKeepsTheName = (namePayersSee: string) =>
  `The account keeps the name that payers see: ${namePayersSee}`;
export const venue = "Venue";
export const optional = "Optional";
export const closedEventKeepsItsTimes =
  "The event is closed: its times stay as they are. Name and venue can be corrected.";
export const nothingWasChanged = "Nothing was changed.";
export const saveChanges = "Save changes";
export const discard = "Discard";

// details-view
export const details = "Details";

// event-tools
export const more = "More";
export const newEventLikeThisOne =
  "A new event with this one's name, venue, ways to pay and length, on another date.";
export const duplicateEvent = "Duplicate event";
export const theEventIsRestored = "The event is restored.";
export const theEventIsArchived = "The event is archived.";
export const archivedOn = "Archived on ";
export const listedUnderArchivedOnly = ": the list of events shows it under Archived only.";
export const archivingHidesThisTestEvent =
  "Archiving hides this test event from the list of events. Nothing is deleted, and it can be restored.";
export const restoreEvent = "Restore event";
export const archiveEvent = "Archive event";

// facts-card
export const name = "Name";
export const noVenueGiven = "No venue given";
export const time = "Time";
export const noTimeGiven = "No time given";
export const setWhenItWasOpened = "Set when it was opened";
export const reference = "Reference";
export const theReference = "the reference";
export const account = "Account";
export const noAccount = "No account";
export const theAccountNumber = "the account number";
export const namePayersSee = "Name payers see";
export const terminals = "Terminals";
export const none = "None";
export const countTerminals = (count: number | bigint) => formatCountWithNoun(count, "terminal");
export const mode = "Mode";
export const test = "Test";
export const live = "Live";
export const opened = "Opened";
export const webhookAddress = "Webhook address";
export const changeItUnderWebhooks = "Change it under Webhooks";
