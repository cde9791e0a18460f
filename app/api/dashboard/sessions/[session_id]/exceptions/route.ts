import { listExceptionsEndpoint } from "@/lib/endpoints/money/exceptions";
import { forMember } from "@/lib/http/serve";

export const GET = forMember(listExceptionsEndpoint, "see_money");
