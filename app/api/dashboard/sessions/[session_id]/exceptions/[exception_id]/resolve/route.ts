import { decideExceptionEndpoint } from "@/lib/endpoints/exceptions";
import { forMember } from "@/lib/http/serve";

export const POST = forMember(decideExceptionEndpoint, "resolve_exceptions");
