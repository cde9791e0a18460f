import { listTerminalsEndpoint } from "@/lib/endpoints/terminals";
import { forApiKey } from "@/lib/http/serve";

export const GET = forApiKey(listTerminalsEndpoint);
