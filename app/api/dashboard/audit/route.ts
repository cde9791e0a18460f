import { listAuditEntriesEndpoint } from "@/lib/endpoints/access/audit";
import { forMember } from "@/lib/http/serve";

export const GET = forMember(listAuditEntriesEndpoint, "see_audit");
