export { findSignedIn, type SignedIn } from "./find";
