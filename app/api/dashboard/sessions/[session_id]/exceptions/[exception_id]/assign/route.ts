import { assignExceptionEndpoint } from "@/lib/endpoints/money/exceptions";
import { forMember } from "@/lib/http/serve";

export const POST = forMember(assignExceptionEndpoint, "resolve_exceptions");
