import { settlementEndpoint } from "@/lib/endpoints/summaries";
import { forApiKey } from "@/lib/http/serve";

export const GET = forApiKey(settlementEndpoint);
