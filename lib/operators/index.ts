export { addOperator } from "./add";
export { assignOperator } from "./assign";
export { listOperators } from "./list";
export { listOperatorTransactions } from "./transactions";
