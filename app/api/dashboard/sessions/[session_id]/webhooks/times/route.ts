import { responseTimesEndpoint } from "@/lib/endpoints/deliveries";
import { forMember } from "@/lib/http/serve";

export const GET = forMember(responseTimesEndpoint, "see_webhooks");
