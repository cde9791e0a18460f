import { listOwnSignInsEndpoint } from "@/lib/endpoints/access/sign-ins";
import { forMember } from "@/lib/http/serve";

export const GET = forMember(listOwnSignInsEndpoint, "see_events");
