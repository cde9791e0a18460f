import { countWaitingEndpoint } from "@/lib/endpoints/events";
import { forMember } from "@/lib/http/serve";

export const GET = forMember(countWaitingEndpoint, "see_events");
