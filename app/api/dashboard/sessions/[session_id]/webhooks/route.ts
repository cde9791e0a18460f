import { webhookStatusEndpoint } from "@/lib/endpoints/deliveries";
import { forMember } from "@/lib/http/serve";

export const GET = forMember(webhookStatusEndpoint, "see_webhooks");
