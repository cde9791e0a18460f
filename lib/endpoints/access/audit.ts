import { z } from "zod";
import { listAuditEntries } from "@/lib/audit";
import { AuditFilters, AuditPage, AuditQuery } from "@/lib/audit/contract";
import { localDay } from "@/lib/core/format/format-date";
import { exportAuditLog } from "@/lib/exports";
import { endpoint } from "@/lib/http/endpoint";
import { parseInput, readQuery } from "@/lib/http/request/validation";
import { fileResponse } from "@/lib/http/response/file-response";
import type { MemberHandler } from "@/lib/http/serve";
import { requireGet } from "../money/exports";

/** Lists a page of the audit entries of the organisation that match the filters. */
export const listAuditEntriesEndpoint = endpoint({
  name: "list audit entries",
  params: z.object({}),
  query: AuditQuery,
  status: 200,
  response: AuditPage,
  handle: (scope, { query }) => listAuditEntries(scope, query),
});

/** Returns the audit entries of the organisation that match the filters as a file. */
export const auditExportHandler: MemberHandler = async (request, scope) => {
  requireGet(request);
  const filters = parseInput(
    AuditFilters,
    readQuery(new URL(request.url), Object.keys(AuditFilters.shape)),
    "query",
  );
  const { bytes } = await exportAuditLog(scope, filters);
  return fileResponse({
    bytes,
    type: "text/csv; charset=utf-8",
    name: `audit log ${localDay(new Date())}.csv`,
  });
};
