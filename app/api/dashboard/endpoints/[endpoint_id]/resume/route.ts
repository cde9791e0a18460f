import { resumeEndpointEndpoint } from "@/lib/endpoints/deliveries";
import { forOrganiser } from "@/lib/http/serve";

export const POST = forOrganiser(resumeEndpointEndpoint, "replay_deliveries");
