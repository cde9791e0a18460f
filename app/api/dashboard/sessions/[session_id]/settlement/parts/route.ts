import { settlementPartsEndpoint } from "@/lib/endpoints/summaries";
import { forMember } from "@/lib/http/serve";

export const GET = forMember(settlementPartsEndpoint, "see_money");
