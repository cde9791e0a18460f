export { summariseReconciliation } from "./summarise";
export { type Difference, verifyTotals } from "./verify";
