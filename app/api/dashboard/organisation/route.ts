import { switchOrganisationEndpoint } from "@/lib/endpoints/sign-ins";
import { forOrganiser } from "@/lib/http/serve";

export const POST = forOrganiser(switchOrganisationEndpoint, "see_events", { duringSetUp: true });
