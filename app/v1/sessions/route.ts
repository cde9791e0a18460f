import { createSessionEndpoint } from "@/lib/endpoints/sessions";
import { forApiKey } from "@/lib/http/serve";

export const POST = forApiKey(createSessionEndpoint);
