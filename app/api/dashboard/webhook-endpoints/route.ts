import {
  createOrganisationEndpointEndpoint,
  listOrganisationEndpointsEndpoint,
} from "@/lib/endpoints/webhook-endpoints";
import { forMember } from "@/lib/http/serve";

export const GET = forMember(listOrganisationEndpointsEndpoint, "see_webhooks");
export const POST = forMember(createOrganisationEndpointEndpoint, "manage_endpoints", { recentSignIn: true });
