// The texts of settings/account.
import { pickPlural } from "@/lib/core/format/count";

// account-card
export const yourAccount = "Your account";
export const password = "Password";
export const changingEndsOtherSignIns = "Changing it ends your other sign-ins.";
export const changePassword = "Change password";
export const secondFactor = "Second factor";
export const setUp = "Set up";
export const newRecoveryCodes = "New recovery codes";
export const useAnotherApp = "Use another app";
export const turnOff = "Turn off";
export const secondFactorIsOff =
  "Off. When it is on, signing in also needs a code from an app on your phone.";
export const onSince = "On since ";
export const of10RecoveryCodesLeft = (left: number) => `. ${left} of 10 recovery codes left.`;
export const yourRoleNeedsIt = " Your role needs it.";

// account-requests
export const noCodesWereMade = "No codes were made.";
export const savedItIsInForce = "Saved. It is in force at the next page that these members open.";
export const nothingWasChanged = "Nothing was changed.";

// agent-name
export const edg = "Edg";
export const samsungBrowser = "SamsungBrowser";
export const samsungInternet = "Samsung Internet";
export const mac = "Mac";
export const crOS = "CrOS";
export const chromebook = "Chromebook";
export const anotherBrowser = "Another browser";
export const browserOnSystem = (browser: string, system: string) => `${browser} on ${system}`;

// password-dialog
export const yourPasswordIsChanged = "Your password is changed.";
export const yourPasswordIsChangedAndSignInsEnded = (count: number) =>
  `Your password is changed, and ${pickPlural(count, "one other sign-in was", `${count} other sign-ins were`)} ended.`;
export const currentPassword = "Current password";
export const newPassword = "New password";
export const changeYourPassword = "Change your password";
export const yourOtherSignInsEnd = "Your other sign-ins end, this one stays.";
export const tenTo200Characters = "10 to 200 characters, and not a common password.";
export const thePasswordWasNotChanged = "The password was not changed.";

// recovery-codes
export const eachOfTheseWorksOnce =
  "Each of these works once in place of a code, if your phone is lost. Keep them where your phone is not.";
export const recoveryCodes = "Recovery codes";
export const theRecoveryCodes = "the recovery codes";
export const copyAll = "Copy all";

// second-factor-dialogs
export const setUpASecondFactor = "Set up a second factor";
export const signingInNeedsACode = "Signing in then needs your password and a code from your phone.";
export const turnOn = "Turn on";
export const yourRecoveryCodes = "Your recovery codes";
export const theyAreShownOnce = "They are shown once. Codes that you had before no longer work.";
export const iHaveStoredThem = "I have stored them";
export const turnOffYourSecondFactor = "Turn off your second factor?";
export const passwordAloneSignsYouIn =
  "Your password alone signs you in from then on. Your recovery codes no longer work.";
export const keepItOn = "Keep it on";
export const itIsStillOn = "It is still on.";

// second-factor-set-up
export const scanWithAuthenticatorApp =
  "Scan this with an authenticator app on your phone, or type the key into it.";
export const enterTheSixDigitsShown = "Enter the six digits that the app then shows.";
export const code = "Code";
export const typeTheSixDigits = "type the six digits of your app.";
export const theSetUpDidNotBegin = "The set-up did not begin";
export const tryAgain = "Try again";
export const nothingHasChanged = (detail: string) => `${detail} Nothing has changed.`;
export const qrCodeForAnAuthenticatorApp = "QR code for an authenticator app";
export const keyForTheApp = "Key for the app";
export const theKey = "the key";

// sign-ins-card
export const noSignInWasEnded = (detail: string) => `No sign-in was ended. ${detail}`;
export const yourSignIns = "Your sign-ins";
export const endAllOthers = "End all others";
export const noOtherSignIns = "No other sign-ins";
export const since = "Since ";
export const thisOne = "This one";
export const endTheSignInOf = (name: string) => `End the sign-in of ${name}`;
export const end = "End";
