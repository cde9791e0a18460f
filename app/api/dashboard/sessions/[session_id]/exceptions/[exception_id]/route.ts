import { getExceptionEndpoint } from "@/lib/endpoints/exceptions";
import { forMember } from "@/lib/http/serve";

export const GET = forMember(getExceptionEndpoint, "see_money");
