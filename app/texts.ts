// The texts of app.

// (auth)/forgot-password/page.tsx
export const setANewPassword = "Set a new password";
export const linkComesByMail = "You get a link by mail. It works once, for 60 minutes.";

// (auth)/join/page.tsx
export const useYourLink = "Use your link";
export const theLinkWorksOnce = "The link works once.";

// (auth)/login/page.tsx
export const signIn = "Sign in";
export const seePaymentsComeIn = "See your events' payments as they come in.";
export const accessIsByInvitation = (question: string) =>
  `${question} Access is by invitation: ask an owner of your organisation for a link.`;
export const newHere = "New here?";
export const newOrForgotYourPassword = "New, or forgot your password?";

// (auth)/second-factor/page.tsx
export const setUpASecondFactor = "Set up a second factor";
export const requiresItOfYourRole = (organisationName: string) =>
  `${organisationName} requires it of your role: a code from your phone besides your password.`;

// global-error.tsx
export const takings = "Takings";
export const thisPageDidNotLoad = "This page did not load";
export const tryAgain = "Try again";
export const quoteThisIfYouCallUs = "Quote this if you call us ";

// layout.tsx
export const eventPaymentCollectionForNigeria = "Event payment collection for Nigeria.";

// wall/[session_id]/open/page.tsx
export const wallboard = "Wallboard";
