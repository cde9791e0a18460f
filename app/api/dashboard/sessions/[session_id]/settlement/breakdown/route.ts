import { settlementBreakdownEndpoint } from "@/lib/endpoints/money/summaries";
import { forMember } from "@/lib/http/serve";

export const GET = forMember(settlementBreakdownEndpoint, "see_money");
