import { listDeliveriesEndpoint } from "@/lib/endpoints/deliveries";
import { forMember } from "@/lib/http/serve";

export const GET = forMember(listDeliveriesEndpoint, "see_webhooks");
