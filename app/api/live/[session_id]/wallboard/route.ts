import { openWallboard, streamWallboard } from "@/lib/endpoints/access/live";
import { forPublic, serve } from "@/lib/http/serve";
import { OpenedWallboard, OpenWallboard } from "@/lib/live/contract";

export const GET = serve(streamWallboard);
export const POST = forPublic(OpenWallboard, OpenedWallboard, openWallboard);
