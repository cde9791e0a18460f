export { exportAuditLog } from "./audit-file";
export { exportComparison } from "./comparison-file";
export { exportPayments } from "./export";
export { EXPORT_FORMATS } from "./payment-file";
export { exportOperators, exportSettlements, exportTerminals } from "./session-lists";
export { MAX_EXPORTS_PER_MEMBER, tooManyExportsOfMember } from "./slots";
export { startExportWorker, stopExportWorker } from "./worker/export-worker";
