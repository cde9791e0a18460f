import { reconciliationEndpoint } from "@/lib/endpoints/money/summaries";
import { forApiKey } from "@/lib/http/serve";

export const GET = forApiKey(reconciliationEndpoint);
