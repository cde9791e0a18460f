import { getTransactionEndpoint } from "@/lib/endpoints/transactions";
import { forApiKey } from "@/lib/http/serve";

export const GET = forApiKey(getTransactionEndpoint);
