export { foundIn, type Search, searchedParts, windowsOf } from "./conditions";
export { entryText } from "./entry";
export { findPayments, searchIn } from "./find";
export { startCataloguing, stopCataloguing } from "./follow";
export { catalogueNext } from "./keep";
export {
  chartStretch,
  minutesIn,
  minutesQuery,
  readMinutes,
  readSessionsMinutes,
  type Slot,
  type Stretch,
} from "./minutes";
export { getPayment, revealAccount } from "./payment";
