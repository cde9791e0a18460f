import { changeWebhookUrlEndpoint } from "@/lib/endpoints/webhook-endpoints";
import { forMember } from "@/lib/http/serve";

export const PUT = forMember(changeWebhookUrlEndpoint, "manage_endpoints");
