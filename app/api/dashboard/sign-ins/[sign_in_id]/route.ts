import { endOwnSignInEndpoint } from "@/lib/endpoints/sign-ins";
import { forOrganiser } from "@/lib/http/serve";

export const DELETE = forOrganiser(endOwnSignInEndpoint, "see_events");
