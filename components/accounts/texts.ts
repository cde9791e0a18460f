// The texts of accounts that the first scripts of the live page use; the others are in late-texts.ts.

// account-button
export const collectionAccount = "Collection account";

// attach-button
export const attachAnAccount = "Attach an account";
