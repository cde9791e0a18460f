import { createListenerEndpoint } from "@/lib/endpoints/listeners";
import { forApiKey } from "@/lib/http/serve";

export const POST = forApiKey(createListenerEndpoint);
