import { getWallEndpoint, revokeWallEndpoint, shareWallEndpoint } from "@/lib/endpoints/wallboards";
import { forMember } from "@/lib/http/serve";

export const GET = forMember(getWallEndpoint, "share_wall");
export const POST = forMember(shareWallEndpoint, "share_wall");
export const DELETE = forMember(revokeWallEndpoint, "share_wall");
