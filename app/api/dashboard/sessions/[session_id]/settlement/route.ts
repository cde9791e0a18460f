import { settlementSheetEndpoint } from "@/lib/endpoints/money/summaries";
import { forMember } from "@/lib/http/serve";

export const GET = forMember(settlementSheetEndpoint, "see_money");
