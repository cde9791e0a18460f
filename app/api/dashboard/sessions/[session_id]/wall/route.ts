import { getWallEndpoint, revokeWallEndpoint, shareWallEndpoint } from "@/lib/endpoints/walls";
import { forOrganiser } from "@/lib/http/serve";

export const GET = forOrganiser(getWallEndpoint, "share_wall");
export const POST = forOrganiser(shareWallEndpoint, "share_wall");
export const DELETE = forOrganiser(revokeWallEndpoint, "share_wall");
