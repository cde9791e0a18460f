import { countAttentionEndpoint } from "@/lib/endpoints/events";
import { forMember } from "@/lib/http/serve";

export const GET = forMember(countAttentionEndpoint, "see_events");
