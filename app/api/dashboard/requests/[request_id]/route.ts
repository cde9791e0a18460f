import { getRequestEndpoint } from "@/lib/endpoints/access/requests";
import { forMember } from "@/lib/http/serve";

export const GET = forMember(getRequestEndpoint, "manage_keys");
