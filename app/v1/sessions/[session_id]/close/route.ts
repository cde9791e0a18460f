import { closeSessionEndpoint } from "@/lib/endpoints/sessions";
import { forApiKey } from "@/lib/http/serve";

export const PATCH = forApiKey(closeSessionEndpoint);
