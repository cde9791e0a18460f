import { operatorTransactionsEndpoint } from "@/lib/endpoints/operators";
import { forOrganiser } from "@/lib/http/serve";

export const GET = forOrganiser(operatorTransactionsEndpoint, "see_events");
