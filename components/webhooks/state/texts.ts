import { formatCountWithNoun } from "@/lib/core/format/count";

// The texts of webhooks/state.

// address-field
export const address = "Address";

// health-line
export const pausedManually = "Paused manually";
export const itResponded410Gone = "It responded 410 Gone";
export const removed = "Removed";
export const takingsListenFetchesItsEvents = "takings listen fetches its events";
export const itFailedForThreeDays = "It failed for three days";
export const eventsWait = (pausedBy: string) => `${pausedBy}. Events wait.`;
export const inARowFailed = (attempts: string) => `${attempts} in a row failed.`;
export const countAttempts = (count: number | bigint) => formatCountWithNoun(count, "attempt");
export const itRespondedWithRetryAfter = "It responded with Retry-After.";
export const healthSince = (health: string) => `${health} Since `;
export const nextAttempt = ", next attempt ";

// pause-button
export const pausedEventsWaitUntilYouResume = "Paused. Events wait until you resume.";
export const resumedWaitingEventsAreSentNow = "Resumed. Waiting events are sent now.";
export const theEndpointWasNotPaused = "The endpoint was not paused. Nothing changed.";
export const theEndpointWasNotResumed = "The endpoint was not resumed. Nothing changed.";
export const resume = "Resume";
export const pause = "Pause";
export const pauseThisEndpoint = "Pause this endpoint?";
export const nothingIsSentUntilResumed = (note: string) =>
  `Nothing is sent there until it is resumed. Events wait, and none is lost.${note}`;
export const keepSending = "Keep sending";

// secret-line
export const theSecretWasNotShown = "The secret was not shown.";
export const signingSecret = "Signing secret";
export const theSigningSecret = "the signing secret";
export const hide = "Hide";
export const reveal = "Reveal";
export const theSecretThatEndsIn = "The secret that ends in ";
export const signsBesideItFor = " signs beside it for another ";
export const changeYourReceiverOverBeforeThat = ". Change your receiver over before that.";
export const rotatedBothSecretsSign = "Rotated. Both secrets sign for the next 24 hours.";
export const theSecretWasNotRotated = "The secret was not rotated. Nothing changed.";
export const rotate = "Rotate";
export const rotateTheSigningSecret = "Rotate the signing secret?";
export const aNewSecretSigns = (whatItSigns: string) =>
  `A new secret signs ${whatItSigns} from now on. The old one signs beside it for 24 hours, so that you can change your receivers over.`;
export const keepTheSecret = "Keep the secret";
export const rotateSecret = "Rotate secret";
