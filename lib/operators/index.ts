export { addOperator } from "./add";
export { assignOperator, assignOperatorOf } from "./assign";
export { listOperators } from "./list";
export { listOperatorsOverview } from "./overview";
export { listOperatorTransactions } from "./transactions";
