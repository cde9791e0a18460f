import { getEventEndpoint } from "@/lib/endpoints/events";
import { forOrganiser } from "@/lib/http/serve";

export const GET = forOrganiser(getEventEndpoint, "see_events");
