export { attachReversals } from "./attach";
export { isReversed } from "./is-reversed";
export { ownReversals } from "./own";
export { recordReversal } from "./record";
