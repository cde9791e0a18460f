import { reconciliationEndpoint } from "@/lib/endpoints/summaries";
import { forApiKey } from "@/lib/http/serve";

export const GET = forApiKey(reconciliationEndpoint);
