import { testAlertWebhookEndpoint } from "@/lib/endpoints/access/alerts";
import { forMember } from "@/lib/http/serve";

export const POST = forMember(testAlertWebhookEndpoint, "manage_endpoints");
