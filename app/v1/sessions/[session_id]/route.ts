import { getSessionEndpoint } from "@/lib/endpoints/sessions";
import { forApiKey } from "@/lib/http/serve";

export const GET = forApiKey(getSessionEndpoint);
