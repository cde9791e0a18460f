// The texts of ui/feedback.

// copy-button
export const copied = (name: string) => `Copied ${name}`;
export const notCopiedThisBrowserDid = "Not copied: this browser did not allow it.";
export const copy = (name: string) => `Copy ${name}`;
export const copiedLabel = "Copied";

// key-reveal
export const shownOnce = "Shown once";
export const newLabel = (name: string) => `New ${name}`;
export const weStoreOnlyAFingerprint =
  "We store only a fingerprint, so a lost one is replaced, not recovered.";
export const done = "Done";

// toast
export const closeMessage = "Close message";
