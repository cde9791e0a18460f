// The texts of sign-in.

// auth-layout
export const takings = "Takings";

// code-form
export const enterTheCode = "Enter the code.";
export const code = "Code";
export const sixDigitsOrRecoveryCode =
  "The six digits that your authenticator app shows, or one of your recovery codes.";
export const continueLabel = "Continue";
export const back = "Back";

// forgot-password-form
export const enterYourEMailAddress = "Enter your e-mail address.";
export const workEmail = "Work email";
export const sendTheLink = "Send the link";
export const aLinkIsOnItsWay = (email: string) =>
  `If somebody signs in with ${email}, a link is on its way there. It works once, for 60 minutes; your old password works until then. `;
export const backToSignIn = "Back to sign in";

// hero-chart
export const anExampleOfAnEventsTakings = "An example of an event's takings";
export const lagosJazzNight2026ClosingTotal = "Lagos Jazz Night 2026, closing total";
export const figuresOfTheExample = "2,372 payments. 8 terminals. 10 people. Every naira accounted for.";

// join-form
export const thisLinkHasBeenUsed = "This link has been used or is too old. Ask for a new one.";
export const readingTheLink = "Reading the link…";
export const chooseAnotherPasswordFor = (email: string) => `Choose another password for ${email}.`;
export const setPassword = "Set password";
export const yourPasswordIsSet = "Your password is set.";
export const youAreAMemberNow = (organisation: string) => `You are a member of ${organisation} now.`;
export const joinAndChooseAPassword = (organisation: string, email: string) =>
  `Join ${organisation} as ${email}. Choose the password to sign in with.`;
export const signsInToTakingsAlready = (email: string, organisation: string) =>
  `${email} signs in to Takings already. Give that password to join ${organisation} too.`;
export const join = (organisation: string) => `Join ${organisation}`;
export const switchWhereSignedIn = (doneSentence: string) =>
  `${doneSentence} Where you are signed in already, switch to it in the account menu.`;
export const newPassword = "New password";
export const tenTo200Characters = "10 to 200 characters, and not a common password.";
export const yourPassword = "Your password";
export const theOneYouSignInWith = "The one that you sign in with. It stays as it is.";
export const signInAs = (email: string) => `Sign in as ${email}`;

// join-link
export const takingsCannotBeReached =
  "Takings cannot be reached right now. Check your connection, then try again.";

// required-set-up
export const yourRecoveryCodes = "Your recovery codes";
export const iHaveStoredThem = "I have stored them";
export const turnOn = "Turn on";
export const signOut = "Sign out";

// sign-in-form
export const enterYourPassword = "Enter your password.";
export const password = "Password";
export const signIn = "Sign in";
export const forgotPassword = "Forgot password?";
