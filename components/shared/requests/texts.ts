// The texts of shared/requests.

// api
export const somethingWentWrongOnOurSide = "Something went wrong on our side.";
export const apiError = "ApiError";

// auth-client
export const takingsCannotBeReachedRight =
  "Takings cannot be reached right now. Check your connection, then try again.";

// download-link
export const theFileWasNotDownloaded = (detail: string) => `The file was not downloaded. ${detail}`;

// server-error-text
export const theFaultIsOnOur =
  "The fault is on our side. Taking payments and sending webhooks do not depend on this page.";

// use-revealed
export const notShown = (detail: string) => `Not shown: ${detail}`;
export const theAccountNumberIsShown = "The account number is shown";
