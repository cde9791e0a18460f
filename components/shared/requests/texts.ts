// The texts of shared/requests that the first scripts of the live page use; the others are in late-texts.ts.

// api
export const somethingWentWrongOnOurSide = "Something went wrong on our side.";

// auth-client
export const takingsCannotBeReached =
  "Takings cannot be reached right now. Check your connection, then try again.";
