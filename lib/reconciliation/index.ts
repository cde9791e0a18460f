export { summariseLedger, summariseReconciliation } from "./summarise";
export { type Difference, type Verification, verifyTotals } from "./verify";
