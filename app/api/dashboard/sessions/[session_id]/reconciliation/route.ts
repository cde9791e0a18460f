import { ledgerSummaryEndpoint } from "@/lib/endpoints/money/summaries";
import { forMember } from "@/lib/http/serve";

export const GET = forMember(ledgerSummaryEndpoint, "see_money");
