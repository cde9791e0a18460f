import { reconciliationEndpoint } from "@/lib/endpoints/summaries";
import { forOrganiser } from "@/lib/http/serve";

export const GET = forOrganiser(reconciliationEndpoint, "see_money");
