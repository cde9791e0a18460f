// The texts of shell/errors that the first scripts of the live page use; the others are in late-texts.ts.

// error-page
export const thisPageDidNotLoad = "This page did not load";
export const thisEventDidNotLoad = "This event did not load";
export const tryAgain = "Try again";
export const serviceStatus = "Service status";

// still-loading
export const stillLoading = "Still loading";
