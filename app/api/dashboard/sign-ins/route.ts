import { listOwnSignInsEndpoint } from "@/lib/endpoints/sign-ins";
import { forOrganiser } from "@/lib/http/serve";

export const GET = forOrganiser(listOwnSignInsEndpoint, "see_events");
