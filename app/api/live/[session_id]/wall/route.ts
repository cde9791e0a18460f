import { openWall, streamWall } from "@/lib/endpoints/live";
import { forAnyone, serve } from "@/lib/http/serve";
import { OpenedWall, OpenWall } from "@/lib/live/contract";

export const GET = serve(streamWall);
export const POST = forAnyone(OpenWall, OpenedWall, openWall);
