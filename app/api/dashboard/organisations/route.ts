import { listOwnOrganisationsEndpoint } from "@/lib/endpoints/sign-ins";
import { forOrganiser } from "@/lib/http/serve";

export const GET = forOrganiser(listOwnOrganisationsEndpoint, "see_events", { duringSetUp: true });
