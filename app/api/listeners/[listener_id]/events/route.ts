import { fetchListenerEventsEndpoint } from "@/lib/endpoints/listeners";
import { forApiKey } from "@/lib/http/serve";

export const POST = forApiKey(fetchListenerEventsEndpoint);
