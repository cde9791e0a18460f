import { endOwnSignInEndpoint } from "@/lib/endpoints/access/sign-ins";
import { forMember } from "@/lib/http/serve";

export const DELETE = forMember(endOwnSignInEndpoint, "see_events");
