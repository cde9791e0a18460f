import { compareEventsEndpoint } from "@/lib/endpoints/money/comparison";
import { forMember } from "@/lib/http/serve";

export const GET = forMember(compareEventsEndpoint, "see_events");
