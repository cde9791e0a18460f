export { EXPORT_FORMATS, exportPayments } from "./export";
export { exportOperators, exportTerminals } from "./people";
export { MAX_EXPORTS_PER_MEMBER, tooManyOfMember } from "./slots";
