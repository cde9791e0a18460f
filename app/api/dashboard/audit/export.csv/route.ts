import { auditExportHandler } from "@/lib/endpoints/access/audit";
import { forMemberRequest } from "@/lib/http/serve";

export const GET = forMemberRequest("see_audit", auditExportHandler);
