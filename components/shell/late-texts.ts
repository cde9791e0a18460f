// The texts of shell: those that the first scripts of the live page do not use.

// alerts
export const changedYourRoleFromTo = (before: string, after: string) =>
  `changed your role from ${before} to ${after}.`;
export const madeAPasswordLink = "made a link that sets a new password for you.";
export const removedYourSecondFactor = "removed your second factor.";
export const removedAnOwner = (email: string | undefined) => `removed ${email}, an owner.`;
export const notDismissed = (detail: string) => `Not dismissed. ${detail}`;
export const changesToYourAccess = "Changes to your access";
export const dismiss = "Dismiss";
export const ifThatWasNotAgreed = (sentence: string) =>
  `${sentence} If that was not agreed with you, talk to the other owners.`;

// frame
export const skipToContent = "Skip to content";

// identity-dialog
export const password = "Password";
export const code = "Code";
export const sixDigitsOrRecoveryCode = "The six digits of your authenticator app, or a recovery code.";
export const confirmThatItIsYou = "Confirm that it is you";
export const needsPasswordOrCode = "This needs your password or a code from the last 15 minutes.";
export const confirm = "Confirm";
export const confirmBy = "Confirm by";

// preferences
export const thisBrowser = "This browser";
export const keyboardShortcuts = "Keyboard shortcuts";
export const singleKeyShortcuts = "Single keys such as / and j. Ctrl K works without.";
export const announcedSummaries = "Spoken summaries";
export const announcesNewPayments = "Announces new payments to a screen reader every 15 seconds.";
export const theme = "Theme";
export const system = "System";
export const light = "Light";
export const dark = "Dark";

// test-bar
export const testMode = "Test mode";
export const testModeText = "Test mode.";
export const noRealMoneyMoves = "No real money moves. Live events and keys are hidden.";
export const leaveTestMode = "Leave test mode";
