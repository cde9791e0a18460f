import { settlementEndpoint } from "@/lib/endpoints/money/summaries";
import { forApiKey } from "@/lib/http/serve";

export const GET = forApiKey(settlementEndpoint);
