import { listExceptionsEndpoint } from "@/lib/endpoints/exceptions";
import { forOrganiser } from "@/lib/http/serve";

export const GET = forOrganiser(listExceptionsEndpoint, "see_money");
