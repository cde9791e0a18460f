import { streamLive } from "@/lib/endpoints/live";
import { forMemberRequest } from "@/lib/http/serve";

export const GET = forMemberRequest("see_events", streamLive);
