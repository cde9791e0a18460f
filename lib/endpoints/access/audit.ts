import { z } from "zod";
import { listAuditEntries } from "@/lib/audit";
import { AuditPage, AuditQuery } from "@/lib/audit/contract";
import { endpoint } from "@/lib/http/endpoint";

/** Lists a page of the audit entries of the organisation. */
export const listAuditEntriesEndpoint = endpoint({
  name: "list audit entries",
  params: z.object({}),
  query: AuditQuery,
  status: 200,
  response: AuditPage,
  handle: (scope, { query }) => listAuditEntries(scope, query),
});
