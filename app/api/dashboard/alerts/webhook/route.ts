import { removeAlertWebhookEndpoint, setAlertWebhookEndpoint } from "@/lib/endpoints/access/alerts";
import { forMember } from "@/lib/http/serve";

export const PUT = forMember(setAlertWebhookEndpoint, "manage_endpoints", { recentSignIn: true });
export const DELETE = forMember(removeAlertWebhookEndpoint, "manage_endpoints", { recentSignIn: true });
