export { assignReversalOwner } from "./assign-owner";
export { attachReversals } from "./attach";
export { isReversed } from "./is-reversed";
export { recordReversal } from "./record";
