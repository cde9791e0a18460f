export { startCatchUp, stopCatchUp } from "./poll";
export { type ListState, readListStates } from "./position";
export { listReadableConnections, readDueLists, readRange } from "./read-list";
