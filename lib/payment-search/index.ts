export { findPayments, searchIn } from "./find";
export { indexNextTransactions } from "./index-transactions";
export { startIndexing, stopIndexing } from "./indexer";
export {
  chartRange,
  minutesIn,
  minutesQuery,
  readMinutes,
  readSessionsMinutes,
  type Slot,
  type TimeRange,
} from "./minute-totals";
export { searchText } from "./normalise-text";
export { getPayment, revealAccount } from "./payment";
export { foundIn, type Search, searchedParts, windowsOf } from "./search-query";
