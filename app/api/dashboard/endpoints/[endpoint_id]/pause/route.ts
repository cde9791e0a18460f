import { pauseEndpointEndpoint } from "@/lib/endpoints/deliveries";
import { forOrganiser } from "@/lib/http/serve";

export const POST = forOrganiser(pauseEndpointEndpoint, "replay_deliveries");
