export { endOtherSignIns, endOwnSignIn, endSignIns, SIGNED_OUT, signOut } from "./end";
export { findSignedIn, type SignedIn } from "./find";
export { listOwnSignIns } from "./list";
export { SIGN_IN_LIFE_SECONDS, signIn } from "./open";
