// The texts of shared/requests: those that the first scripts of the live page do not use.

// download-link
export const theFileWasNotDownloaded = (detail: string) => `The file was not downloaded. ${detail}`;

// use-revealed
export const notShown = (detail: string) => `Not shown: ${detail}`;
export const theAccountNumberIsShown = "The account number is shown";
