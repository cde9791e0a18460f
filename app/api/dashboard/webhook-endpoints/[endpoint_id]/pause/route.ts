import { pauseWebhookEndpointEndpoint } from "@/lib/endpoints/deliveries";
import { forMember } from "@/lib/http/serve";

export const POST = forMember(pauseWebhookEndpointEndpoint, "replay_deliveries");
