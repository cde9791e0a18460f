// The texts of audit-log.

// audit-table
export const when = "When";
export const who = "Who";
export const action = "Action";
export const from = "From";
export const details = "Details";
export const auditLog = "Audit log";
export const noAuditEntriesYet = "No audit entries yet";

// audit-toolbar
export const permanentRecord = "Permanent record";
export const searchTheAuditLog = "Search the audit log";
export const whoActionIdOrDetail = "Who, action, id or detail";
export const area = "Area";
export const exportLabel = "Export";

// audit-view
export const theAuditLogDidNotLoad = "The audit log did not load";
export const noResults = "No results";
export const clearTheFilters = "Clear the filters";
