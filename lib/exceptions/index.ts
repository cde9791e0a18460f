export { parseCredit } from "./credit";
export { bodyDigest, findKept, findNotification, type KeptNotice, keepNotice, noticeOf } from "./keep-notice";
export { listExceptions, noteException, resolveByNote } from "./list";
export { getExceptionOf, listExceptionsOf } from "./list-of";
export {
  dedupeKey,
  type ExceptionDetails,
  type ExceptionSource,
  openCreditException,
  openException,
  openExceptions,
  resolveAnswered,
} from "./open-exceptions";
export { recordResolved } from "./resolved";
