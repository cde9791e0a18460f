// The texts of the payment page.

export const payByBankTransfer = "Pay by bank transfer";
/** The title of an open event's page. */
export const titleOf = (name: string) => `Pay: ${name}`;
export const accountNumber = "Account number";
export const bank = "Bank";
export const copyAccountNumber = "Copy account number";
export const accountNumberCopied = "Account number copied";
export const nameYourBankShows = "Name your bank shows";
export const copy = "Copy";
export const theName = "the name";
export const nameCopied = "Name copied";
export const notCopied = "Not copied: this browser did not allow it. Select the text instead.";
export const amount = "Amount";
export const anyAmount = "Any amount";
export const sendWhatThePersonServingYouAsksFor = "Send what the person serving you asks for";
export const thisAccountBelongsToThisEventOnly =
  "This account belongs to this event only. Check that your bank shows the name above before you send.";
export const collectedWithTakings = "Collected with Takings";

export const test = "TEST";
export const thisIsATestEvent =
  "This is a test event: do not pay. The account number appears on the page of a live event.";
export const closed = "Closed";
export const thisEventIsClosed =
  "This event is closed and takes no more payments. Do not send money to an account that you noted.";

export const unknownLink = "Unknown link";
export const thisLinkShowsNoEvent = "This link shows no event";
export const itMayHaveBeenReplaced =
  "It may have been replaced by a new one. Ask the organiser, and pay into no account that you are not sure of.";
export const notAvailable = "Not available";
export const thisPageIsNotAvailableNow = "This page is not available now";
export const loadItAgainInAMoment = "Load it again in a moment.";
