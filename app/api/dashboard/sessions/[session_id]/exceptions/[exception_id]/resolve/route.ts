import { decideExceptionEndpoint } from "@/lib/endpoints/exceptions";
import { forOrganiser } from "@/lib/http/serve";

export const POST = forOrganiser(decideExceptionEndpoint, "resolve_exceptions");
