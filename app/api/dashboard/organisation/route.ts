import { switchOrganisationEndpoint } from "@/lib/endpoints/access/sign-ins";
import { forMember } from "@/lib/http/serve";

export const POST = forMember(switchOrganisationEndpoint, "see_events", { duringSetUp: true });
