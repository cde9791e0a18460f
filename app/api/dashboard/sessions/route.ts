import { listEventsEndpoint, openEventEndpoint } from "@/lib/endpoints/events";
import { forMember } from "@/lib/http/serve";

export const GET = forMember(listEventsEndpoint, "see_events");
export const POST = forMember(openEventEndpoint, "open_event");
