export { assignReversalOwner } from "./assign-owner";
export { attachReversals } from "./attach";
export { isReversed } from "./is-reversed";
export { recordReversal } from "./record";
export { refreshPayment } from "./refresh";
export type { Returns } from "./returns";
export { type ReturnsRow, returnsColumns, sumReturns, toReturns } from "./returns-row";
export { recordStatedReversal } from "./stated";
