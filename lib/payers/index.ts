export { erasePayer } from "./erase-payer";
export { exportPayer } from "./export-payer";
export type { Payer } from "./find";
export { startPayerErasure, stopPayerErasure } from "./loop";
