import { settlementEndpoint } from "@/lib/endpoints/summaries";
import { forOrganiser } from "@/lib/http/serve";

export const GET = forOrganiser(settlementEndpoint, "see_money");
