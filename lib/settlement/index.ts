export { acceptSettlementLine } from "./accept";
export { applySettlement } from "./apply";
export { listSettlementBreakdown } from "./breakdown";
export { hasSameAmount, isContradicting } from "./compare-lines";
export { type ImportResult, importProviderSettlements, importSessionSettlements } from "./import/import";
export { type DerivedSettlement, deriveSettlement, readReports } from "./ledger/derive";
export { listSettlements } from "./ledger/list";
export { listSettledPayments, type SettledPayment } from "./ledger/list-payments";
export { settlePayments } from "./mark-settled";
export {
  type ConnectionPoll,
  pollSettlements,
  startSettlementPolling,
  stopSettlementPolling,
} from "./polling/poller";
export { summariseSettlement, summariseSettlementSheet } from "./summarise";
