export { parseCredit } from "./credit";
export { keepException } from "./keep";
export { type KeptNotice, keepNotice, noticeOf } from "./keep-notice";
export { listExceptions, noteException } from "./list";
