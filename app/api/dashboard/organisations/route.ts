import { listOwnOrganisationsEndpoint } from "@/lib/endpoints/access/sign-ins";
import { forMember } from "@/lib/http/serve";

export const GET = forMember(listOwnOrganisationsEndpoint, "see_events", { duringSetUp: true });
