export { acceptSettlementLine } from "./accept";
export { applySettlement } from "./apply";
export { listSettlementBreakdown } from "./breakdown";
export { type ImportResult, importProviderSettlements, importSessionSettlements } from "./import/import";
export { settlePayments } from "./mark-settled";
export { summariseSettlement, summariseSettlementSheet } from "./summarise";
