export { changeOwnPassword, confirmIdentity } from "./confirm";
export { endOtherSignIns, endOwnSignIn, endSignIns, SIGN_IN_ENDED_CHANNEL, signOut } from "./end";
export { findSignedIn, recordMemberChange, recordSignInUse } from "./find";
export { addKnownBrowser, KNOWN_BROWSER_LIFE_SECONDS } from "./known-browser";
export { countAttempt, linkRequestLimit, messageLimit } from "./limits";
export { listOwnSignIns } from "./list";
export { type OpenedSignIn, SIGN_IN_LIFE_SECONDS, signIn } from "./sign-in";
export { listOwnOrganisations, switchOrganisation } from "./switch";
export { completeAttempt, verifyIdentity } from "./verify-identity";
