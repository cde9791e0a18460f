// The texts of event-live/header.

// event-actions
export const attachAnAccount = "Attach an account";
export const wallboard = "Wallboard";
export const closeEvent = "Close event";
export const eventLabel = "Event";
export const moreOfThisEvent = "More of this event";
export const accountNumberCopied = "Account number copied";
export const browserDidNotAllowCopying = "Not copied: this browser did not allow it.";

// event-header
export const wasPaidInto = (bankName: string, collectionAccount: string) =>
  `Was paid into ${bankName} ${collectionAccount}`;
export const accountNumber = "account number";
export const noAccount = "No account";

// report-link
export const eventReport = "Event report";
