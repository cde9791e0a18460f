export { EXPORT_FORMATS, exportPayments } from "./export";
