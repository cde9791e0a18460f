import { addOperatorEndpoint, listOperatorsEndpoint } from "@/lib/endpoints/operators";
import { forApiKey } from "@/lib/http/serve";

export const GET = forApiKey(listOperatorsEndpoint);
export const POST = forApiKey(addOperatorEndpoint);
