import { listTransactionsEndpoint } from "@/lib/endpoints/transactions";
import { forApiKey } from "@/lib/http/serve";

export const GET = forApiKey(listTransactionsEndpoint);
