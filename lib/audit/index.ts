export { archiveAuditLog, checkAuditArchive } from "./archive";
export { listAuditEntries, streamAuditEntries } from "./list";
export { actorName, actorOf, recordAudit } from "./record";
