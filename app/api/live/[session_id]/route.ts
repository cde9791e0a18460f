import { streamLive } from "@/lib/endpoints/access/live";
import { forMemberRequest } from "@/lib/http/serve";

export const GET = forMemberRequest("see_events", streamLive);
