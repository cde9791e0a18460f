export { applySettlement } from "./apply";
export { markSettled } from "./mark";
export { summariseSettlement } from "./summarise";
