export { addOperator } from "./add";
export { assignOperator } from "./assign";
export { assignPayments } from "./assign-payments";
export { endAssignments } from "./end";
export { listOperators } from "./list";
export { listOperatorsOverview } from "./overview";
export { listOperatorTransactions } from "./transactions";
