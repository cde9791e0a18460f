export { findPayments, prepareSearch } from "./find";
export { findInEvents } from "./find-in-events";
export { indexNextTransactions } from "./index-transactions";
export { startIndexing, stopIndexing } from "./indexer";
export { searchText } from "./normalise-text";
export { getPayment, revealAccount } from "./payment";
export { listRanges, matchesInRange, matchQueries, type Search } from "./search-query";
