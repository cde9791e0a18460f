export { summariseBooks, summariseReconciliation } from "./summarise";
export { type Difference, verifyTotals } from "./verify";
