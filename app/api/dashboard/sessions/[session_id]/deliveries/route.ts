import { listDeliveriesEndpoint } from "@/lib/endpoints/deliveries";
import { forOrganiser } from "@/lib/http/serve";

export const GET = forOrganiser(listDeliveriesEndpoint, "see_webhooks");
