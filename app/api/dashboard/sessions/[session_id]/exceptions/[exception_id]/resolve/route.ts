import { decideExceptionEndpoint } from "@/lib/endpoints/money/exceptions";
import { forMember } from "@/lib/http/serve";

export const POST = forMember(decideExceptionEndpoint, "resolve_exceptions");
