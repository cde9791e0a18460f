import { updateOrganisationEndpointEndpoint } from "@/lib/endpoints/webhook-endpoints";
import { forMember } from "@/lib/http/serve";

export const PUT = forMember(updateOrganisationEndpointEndpoint, "manage_endpoints", { recentSignIn: true });
