import { getExceptionEndpoint } from "@/lib/endpoints/exceptions";
import { forOrganiser } from "@/lib/http/serve";

export const GET = forOrganiser(getExceptionEndpoint, "see_money");
