export { changeOwnPassword, confirmIdentity } from "./confirm";
export { endOtherSignIns, endOwnSignIn, endSignIns, SIGNED_OUT, signOut } from "./end";
export { findSignedIn, IDLE_HOURS, noteSignInUse, type SignedIn } from "./find";
export { KNOWN_BROWSER_LIFE_SECONDS, rememberBrowser } from "./known-browser";
export { listOwnSignIns } from "./list";
export { type OpenedSignIn, SIGN_IN_LIFE_SECONDS, signIn } from "./open";
export { acceptProof, proveIdentity } from "./prove";
export { listOwnOrganisations, switchOrganisation } from "./switch";
