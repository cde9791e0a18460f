import { listDeedsEndpoint } from "@/lib/endpoints/audit";
import { forMember } from "@/lib/http/serve";

export const GET = forMember(listDeedsEndpoint, "see_audit");
