// The texts of ui/feedback: those that the first scripts of the live page do not use.

// key-reveal
export const copy = (name: string) => `Copy ${name}`;
export const shownOnce = "Shown once";
export const newLabel = (name: string) => `New ${name}`;
export const weStoreOnlyAFingerprint =
  "We store only a fingerprint, so a lost one is replaced, not recovered.";
export const done = "Done";
