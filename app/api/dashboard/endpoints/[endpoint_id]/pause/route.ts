import { pauseEndpointEndpoint } from "@/lib/endpoints/deliveries";
import { forMember } from "@/lib/http/serve";

export const POST = forMember(pauseEndpointEndpoint, "replay_deliveries");
