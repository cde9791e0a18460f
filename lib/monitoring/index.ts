export { type ConnectionBudget, findBudgetFaults, readConnectionBudget } from "./connection-budget";
export { renderMetrics, startMetrics } from "./render";
export { collectForWorkers } from "./workers";
