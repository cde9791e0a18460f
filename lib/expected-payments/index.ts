export { createExpectedPayment } from "./create";
export { findExpectedPayments } from "./find";
export { getExpectedPayment } from "./get";
export { listExpectedPayments } from "./list";
export { deriveMatches } from "./matching/derive";
export { expireDue } from "./matching/expire";
export { matchNextTransactions } from "./matching/match-transactions";
export { hintRecorded, startMatching, stopMatching } from "./matching/matcher";
