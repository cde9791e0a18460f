import { operatorTransactionsEndpoint } from "@/lib/endpoints/operators";
import { forApiKey } from "@/lib/http/serve";

export const GET = forApiKey(operatorTransactionsEndpoint);
