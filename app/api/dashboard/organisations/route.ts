import { listOwnOrganisationsEndpoint } from "@/lib/endpoints/sign-ins";
import { forMember } from "@/lib/http/serve";

export const GET = forMember(listOwnOrganisationsEndpoint, "see_events", { duringSetUp: true });
