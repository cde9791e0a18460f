import { settlementPartsEndpoint } from "@/lib/endpoints/summaries";
import { forOrganiser } from "@/lib/http/serve";

export const GET = forOrganiser(settlementPartsEndpoint, "see_money");
