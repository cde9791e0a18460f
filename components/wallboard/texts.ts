import { formatCountWithNoun } from "@/lib/core/format/count";

// The texts of wallboard.

// latest-payments
export const latestPayments = "Latest payments";
export const latest = "Latest";
export const in5Min = (amount: string) => `${amount} in 5 min`;
export const noPaymentsYet = "No payments yet";

// open-wallboard
export const openingTheWallboard = "Opening the wallboard…";

// terminal-tiles
export const silent = (duration: string) => `Silent ${duration}`;
export const tookNothing = "Took nothing";
export const terminals = "Terminals";
export const more = (more: number) => `+ ${more} more`;

// wallboard-ended
export const thisEventIsClosed = "This event is closed";
export const itsWallboardLinkHasEnded =
  "Its wallboard link has ended. The organiser sees the final figures in Takings.";
export const thisWallboardLinkHasExpired = "This wallboard link has expired";
export const askForANewLink = "Ask the organiser for a new link.";
export const thisWallboardIsShownElsewhere = "This wallboard is shown elsewhere";
export const linkIsOpenOnManyScreens =
  "Its link is open on more than six screens, and the oldest stopped. Reload this page to show it here.";
export const thisWallboardLinkWasRevoked = "This wallboard link was revoked";
export const thisLinkShowsNoWallboard = "This link shows no wallboard";
export const linkExpiredOrRevoked =
  "It has expired or was revoked, or its event is closed. Ask the organiser for a new link.";

// wallboard
export const lastPayment = "last payment ";
export const finalTotal = "Final total";
export const totalTaken = "Total taken";
export const atTime = (time: string) => ` at ${time}`;
export const countPayments = (count: number | bigint) => formatCountWithNoun(count, "payment");
export const fromTo = (since: string, time: string) => `from ${since} to ${time}`;
export const since = (since: string) => `since ${since}`;
export const paymentsPerMinute = "Payments per minute";
export const paymentsPerMinuteFiveMinuteAverage = (span: string) =>
  `Payments per minute ${span}, five-minute average`;
export const now = "now";
export const peak = (time: string) => `peak, ${time}`;
