import { closeSessionEndpoint } from "@/lib/endpoints/sessions";
import { forOrganiser } from "@/lib/http/serve";

export const PATCH = forOrganiser(closeSessionEndpoint, "close_event");
