import { settlementSheetEndpoint } from "@/lib/endpoints/summaries";
import { forOrganiser } from "@/lib/http/serve";

export const GET = forOrganiser(settlementSheetEndpoint, "see_money");
