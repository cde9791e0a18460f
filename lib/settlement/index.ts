export { acceptSettlementLine } from "./accept";
export { applySettlement } from "./apply";
export { listSettlementParts } from "./parts";
export { settlePayments } from "./settle";
export { summariseSettlement } from "./summarise";
