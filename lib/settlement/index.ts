export { acceptSettlementLine } from "./accept";
export { applySettlement } from "./apply";
export { listSettlementBreakdown } from "./breakdown";
export { settlePayments } from "./mark-settled";
export { summariseSettlement } from "./summarise";
