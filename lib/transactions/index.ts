export type { Incoming, Recordable } from "./arrival";
export { startConfirming, stopConfirming } from "./confirm";
export { getTransaction } from "./get";
export { findKnown } from "./later";
export { listTransactions } from "./list";
export { recordCredit } from "./record";
export { recordReviewed } from "./review";
export { type TransactionRow, transactionColumns } from "./rows";
export { presentShown, type ShownRow, shownPayments } from "./shown";
