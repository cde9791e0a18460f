import { countWaitingEndpoint } from "@/lib/endpoints/events";
import { forOrganiser } from "@/lib/http/serve";

export const GET = forOrganiser(countWaitingEndpoint, "see_events");
