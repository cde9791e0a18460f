import { responseTimesEndpoint } from "@/lib/endpoints/deliveries";
import { forOrganiser } from "@/lib/http/serve";

export const GET = forOrganiser(responseTimesEndpoint, "see_webhooks");
