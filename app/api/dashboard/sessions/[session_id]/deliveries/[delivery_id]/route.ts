import { getDeliveryEndpoint } from "@/lib/endpoints/deliveries";
import { forMember } from "@/lib/http/serve";

export const GET = forMember(getDeliveryEndpoint, "see_webhooks");
