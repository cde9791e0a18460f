export { auditResolution } from "./audit-resolution";
export { parseCredit } from "./credit";
export { dismissException, listExceptions, resolveByNote } from "./list";
export { getOwnException, listOwnExceptions } from "./list-own";
export {
  dedupeKey,
  type ExceptionDetails,
  type ExceptionSource,
  openCreditException,
  openException,
  openExceptions,
  resolveObsoleteExceptions,
} from "./open-exception";
export {
  bodyDigest,
  findNotification,
  findSavedNotification,
  type SavedNotification,
  saveNotification,
  toStoredNotification,
} from "./save-notification";
