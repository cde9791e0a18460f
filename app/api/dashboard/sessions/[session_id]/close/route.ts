import { closingFactsEndpoint } from "@/lib/endpoints/events";
import { closeSessionEndpoint } from "@/lib/endpoints/sessions";
import { forOrganiser } from "@/lib/http/serve";

export const GET = forOrganiser(closingFactsEndpoint, "close_event");
export const PATCH = forOrganiser(closeSessionEndpoint, "close_event");
