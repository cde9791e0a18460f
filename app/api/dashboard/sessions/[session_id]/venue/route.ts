import { setVenueEndpoint } from "@/lib/endpoints/events";
import { forMember } from "@/lib/http/serve";

export const PUT = forMember(setVenueEndpoint, "open_event");
