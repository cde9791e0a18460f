import { listDeedsEndpoint } from "@/lib/endpoints/audit";
import { forOrganiser } from "@/lib/http/serve";

export const GET = forOrganiser(listDeedsEndpoint, "see_audit");
