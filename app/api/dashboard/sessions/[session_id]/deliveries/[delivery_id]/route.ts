import { getDeliveryEndpoint } from "@/lib/endpoints/deliveries";
import { forOrganiser } from "@/lib/http/serve";

export const GET = forOrganiser(getDeliveryEndpoint, "see_webhooks");
