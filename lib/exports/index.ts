export { EXPORT_FORMATS, exportPayments } from "./export";
export { exportOperators, exportTerminals } from "./people";
