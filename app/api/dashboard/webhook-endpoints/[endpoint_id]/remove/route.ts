import { removeOrganisationEndpointEndpoint } from "@/lib/endpoints/webhook-endpoints";
import { forMember } from "@/lib/http/serve";

export const POST = forMember(removeOrganisationEndpointEndpoint, "manage_endpoints");
