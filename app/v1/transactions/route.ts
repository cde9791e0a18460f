import { listTransactionsEndpoint } from "@/lib/endpoints/money/transactions";
import { forApiKey } from "@/lib/http/serve";

export const GET = forApiKey(listTransactionsEndpoint);
