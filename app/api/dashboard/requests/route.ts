import { listRequestsEndpoint } from "@/lib/endpoints/access/requests";
import { forMember } from "@/lib/http/serve";

export const GET = forMember(listRequestsEndpoint, "manage_keys");
