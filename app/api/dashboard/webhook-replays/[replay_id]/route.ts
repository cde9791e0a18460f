import { getReplayEndpoint } from "@/lib/endpoints/webhook-endpoints";
import { forMember } from "@/lib/http/serve";

export const GET = forMember(getReplayEndpoint, "see_webhooks");
