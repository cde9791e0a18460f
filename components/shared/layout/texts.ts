// The texts of shared/layout that the first scripts of the live page use; the others are in late-texts.ts.

// error-panel
export const quoteThisIfYouCallUs = "Quote this if you call us";
export const theReference = "the reference";
export const tryAgain = "Try again";
