export { listAuditEntries, streamAuditEntries } from "./list";
export { actorName, actorOf, recordAudit } from "./record";
