export { applySettlement } from "./apply";
export { markSettled } from "./mark";
export { listSettlementParts } from "./parts";
export { summariseSettlement } from "./summarise";
