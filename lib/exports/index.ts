export { EXPORT_FORMATS, exportPayments } from "./export";
export { MAX_EXPORTS_PER_MEMBER, tooManyExportsOfMember } from "./slots";
export { exportOperators, exportSettlements, exportTerminals } from "./terminal-operator-lists";
