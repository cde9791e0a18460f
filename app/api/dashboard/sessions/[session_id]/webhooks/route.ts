import { webhookStatusEndpoint } from "@/lib/endpoints/deliveries";
import { forOrganiser } from "@/lib/http/serve";

export const GET = forOrganiser(webhookStatusEndpoint, "see_webhooks");
