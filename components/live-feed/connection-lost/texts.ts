// The texts of live-feed/connection-lost.

// connection-lost-banner
export const connectionLostAt = (time: string) => `Connection lost at ${time}`;
export const tryingAgainInS = (seconds: number) => `Trying again in ${seconds} s`;
export const tryingNow = "Trying now";
export const tryNow = "Try now";
export const whatYouSeeIsOld = (duration: string) => `What you see is ${duration} old.`;
export const takingPaymentsIsIndependent = " Taking payments does not depend on this screen.";
export const liveUpdatesStoppedOnThisPage = "Live updates stopped on this page";
export const resumeHere = "Resume here";
export const tooManyLivePages =
  "You have more than six live pages open by one sign-in. The oldest are no longer updated.";
