import { formatCountWithNoun } from "@/lib/core/format/count";

// The texts of alerts.

// browser-lines
export const pushMessagesWhileClosed = "Push messages, also while Takings is closed";
export const thisBrowserHasNoPush =
  "This browser has no push messages. On an iPhone or iPad, add Takings to the home screen and open it there.";
export const thisBrowserBlocksMessages =
  "This browser blocks messages of this site. Allow notifications in its settings for the site, then load the page again.";
export const pushMessagesAreOn = "Push messages are on, also while Takings is closed or you are signed out";
export const thisBrowser = "This browser";
export const sendATestMessage = "Send a test message";
export const pushMessagesSince = "Push messages since ";
export const turnOffPushMessagesIn = (name: string) => `Turn off push messages in ${name}`;
export const turnOff = "Turn off";

// kinds-card
export const whatToReport = "What to report";
export const timeOfTheDailySummary = "Time of the daily summary";
export const events = "Events";
export const andWhatConcernsTheWholeOrganisation = "And what concerns the whole organisation";
export const allThoseOpenedLaterToo = "All, those opened later too";
export const allEvents = "All events";
export const chosen = "Chosen";
export const chooseEvents = "Choose events";
export const countEvents = (count: number | bigint) => formatCountWithNoun(count, "event");

// push
export const pushServiceDidNotAnswer =
  "This browser's push service did not answer. Check the connection, then try again.";
export const nothingWasChanged = (detail: string) => `Nothing was changed. ${detail}`;

// quiet-hours
export const quietHours = "Quiet hours";
export const nothingIsSentDuringTheseHours =
  "During these hours nothing is sent. Afterwards you get everything in one message.";
export const quietFrom = "Quiet from";
export const quietUntil = "Quiet until";

// sent-card
export const eMail = "E-mail";
export const pushMessage = "Push message";
export const alertAddress = "Alert address";
export const lastAlerts = "Last alerts";
export const thirtyDays = "30 days";
export const theAlertsDidNotLoad = "The alerts did not load";
export const noAlertsYet = "No alerts yet";
export const laterAlertsAreListedHere = "What is reported from now on is listed here.";
export const endedAt = ", ended at ";
export const sent = "Sent";
export const notSent = "Not sent";
export const tryingAgainAt = "Trying again at";
export const heldBackUntil = "Held back until";

// use-alerts
export const yourAlertsWereNotChanged = "Your alerts were not changed.";
export const testAlertSent = "Test alert sent";
export const theTestAlertWasNotSent = (error: string | null) => `The test alert was not sent. ${error}`;
export const theTestAlertWasNotSentText = "The test alert was not sent.";
export const nothingWasChangedText = "Nothing was changed.";

// ways-card
export const howToReachYou = "How to reach you";
export const toEmail = (email: string) => `To ${email}`;
export const thisServiceSendsNoMail = "This service sends no mail. Its operator can set that up.";
export const sendATestMail = "Send a test mail";

// webhook-card
export const theAlertAddressIsSet = "The alert address is set";
export const secretSignsTheAlerts =
  "It signs the alerts. If it is lost, set the address again: that makes a new one.";
export const sendATestAlert = "Send a test alert";
export const remove = "Remove";
export const yourServerGetsAlerts =
  "A server of yours gets every alert of the organisation, signed like the events of payments, with a secret of its own. Quiet hours do not apply.";
export const address = "Address";
export const setAgain = "Set again";
export const set = "Set";
export const removeTheAlertAddress = "Remove the alert address?";
export const itGetsNoMoreAlerts = "It gets no more alerts, and its secret is deleted.";
export const keepIt = "Keep it";
export const itWasNotRemoved = "It was not removed";
