import { getEventEndpoint } from "@/lib/endpoints/events";
import { forMember } from "@/lib/http/serve";

export const GET = forMember(getEventEndpoint, "see_events");
