import { streamWall } from "@/lib/endpoints/live";
import { serve } from "@/lib/http/serve";

export const GET = serve(streamWall);
