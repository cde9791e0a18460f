import { findInEventsEndpoint } from "@/lib/endpoints/money/payments";
import { forMember } from "@/lib/http/serve";

export const GET = forMember(findInEventsEndpoint, "see_events");
