import { assignExceptionEndpoint } from "@/lib/endpoints/exceptions";
import { forMember } from "@/lib/http/serve";

export const POST = forMember(assignExceptionEndpoint, "resolve_exceptions");
