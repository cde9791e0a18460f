import { searchDeliveriesEndpoint } from "@/lib/endpoints/webhook-endpoints";
import { forMember } from "@/lib/http/serve";

export const GET = forMember(searchDeliveriesEndpoint, "see_webhooks");
