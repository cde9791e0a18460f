import { terminalActivityEndpoint } from "@/lib/endpoints/terminals";
import { forApiKey } from "@/lib/http/serve";

export const GET = forApiKey(terminalActivityEndpoint);
