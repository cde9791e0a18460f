// The texts of ui/feedback that the first scripts of the live page use; the others are in late-texts.ts.

// copy-button
export const copied = (name: string) => `Copied ${name}`;
export const browserDidNotAllowCopying = "Not copied: this browser did not allow it.";
export const copy = (name: string) => `Copy ${name}`;
export const copiedLabel = "Copied";

// toast
export const closeMessage = "Close message";
