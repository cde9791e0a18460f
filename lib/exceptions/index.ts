export { parseCredit } from "./credit";
export { keepException } from "./keep";
export { findKept, type KeptNotice, keepNotice, noticeOf } from "./keep-notice";
export { listExceptions, noteException } from "./list";
export { getExceptionOf, listExceptionsOf } from "./list-of";
export { recordResolved } from "./resolved";
