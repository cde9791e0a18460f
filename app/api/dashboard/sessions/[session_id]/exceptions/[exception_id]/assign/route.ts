import { assignExceptionEndpoint } from "@/lib/endpoints/exceptions";
import { forOrganiser } from "@/lib/http/serve";

export const POST = forOrganiser(assignExceptionEndpoint, "resolve_exceptions");
