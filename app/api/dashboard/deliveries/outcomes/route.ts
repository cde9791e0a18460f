import { countOutcomesEndpoint } from "@/lib/endpoints/webhook-endpoints";
import { forMember } from "@/lib/http/serve";

export const POST = forMember(countOutcomesEndpoint, "see_webhooks");
