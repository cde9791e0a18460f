// The texts of shell/errors: those that the first scripts of the live page do not use.

// not-found
export const goToYourEvents = "Go to your events";
export const thereIsNoSuchPage = "There is no such page";
export const theAddressIsMistyped = "The address is mistyped, or the page belongs to another organisation.";
export const yourRoleMayNotSeeThis = "Your role may not see this";
export const ownersCanChangeYourRole =
  "An owner of your organisation can change your role in Settings, Members.";

// signed-out-dialog
export const youAreSignedOut = "You are signed out";
export const whatYouTypedIsKept =
  "Nothing was changed, and what you typed is still here. Sign in in a new tab, then try again.";
export const signIn = "Sign in";
export const tryAgain = "Try again";
