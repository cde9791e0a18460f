export { listAuditEntries } from "./list";
export { actorName, actorOf, recordAudit } from "./record";
