import { setVenueEndpoint } from "@/lib/endpoints/events";
import { forOrganiser } from "@/lib/http/serve";

export const PUT = forOrganiser(setVenueEndpoint, "open_event");
