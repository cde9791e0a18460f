import { openWall, streamWall } from "@/lib/endpoints/live";
import { forPublic, serve } from "@/lib/http/serve";
import { OpenedWall, OpenWall } from "@/lib/live/contract";

export const GET = serve(streamWall);
export const POST = forPublic(OpenWall, OpenedWall, openWall);
