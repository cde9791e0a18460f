import { resumeWebhookEndpointEndpoint } from "@/lib/endpoints/deliveries";
import { forMember } from "@/lib/http/serve";

export const POST = forMember(resumeWebhookEndpointEndpoint, "replay_deliveries");
