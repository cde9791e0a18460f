export { findPayments } from "./find";
export { startCataloguing, stopCataloguing } from "./follow";
export {
  minutesIn,
  minutesQuery,
  readMinutes,
  readSessionsMinutes,
  type Slot,
  type Stretch,
} from "./minutes";
