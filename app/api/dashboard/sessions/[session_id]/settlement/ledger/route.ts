import { settlementLedgerEndpoint } from "@/lib/endpoints/money/summaries";
import { forMember } from "@/lib/http/serve";

export const GET = forMember(settlementLedgerEndpoint, "see_money");
