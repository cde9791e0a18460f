export { type LoggedCall, MAX_LOGGED_BYTES } from "./entry";
export { getRequest } from "./get";
export { listRequests, searchRequests } from "./list";
export { LOGGED_ELEMENTS } from "./mask";
export { startRequestLog, stopRequestLog } from "./partitions";
export { flushRequestLog, recordCall } from "./queue";
