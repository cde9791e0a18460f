import { listEventsEndpoint, openEventEndpoint } from "@/lib/endpoints/events";
import { forOrganiser } from "@/lib/http/serve";

export const GET = forOrganiser(listEventsEndpoint, "see_events");
export const POST = forOrganiser(openEventEndpoint, "open_event");
