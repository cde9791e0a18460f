import { resumeEndpointEndpoint } from "@/lib/endpoints/deliveries";
import { forMember } from "@/lib/http/serve";

export const POST = forMember(resumeEndpointEndpoint, "replay_deliveries");
