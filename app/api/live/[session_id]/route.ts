import { streamLive } from "@/lib/endpoints/live";
import { forMember } from "@/lib/http/serve";

export const GET = forMember("see_events", streamLive);
