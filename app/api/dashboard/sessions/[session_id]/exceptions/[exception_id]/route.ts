import { getExceptionEndpoint } from "@/lib/endpoints/money/exceptions";
import { forMember } from "@/lib/http/serve";

export const GET = forMember(getExceptionEndpoint, "see_money");
