import { createEventEndpoint, listEventsEndpoint } from "@/lib/endpoints/events";
import { forMember } from "@/lib/http/serve";

export const GET = forMember(listEventsEndpoint, "see_events");
export const POST = forMember(createEventEndpoint, "open_event");
