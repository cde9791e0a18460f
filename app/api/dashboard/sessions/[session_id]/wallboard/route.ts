import {
  getWallboardSharingEndpoint,
  revokeWallboardEndpoint,
  shareWallboardEndpoint,
} from "@/lib/endpoints/access/wallboards";
import { forMember } from "@/lib/http/serve";

export const GET = forMember(getWallboardSharingEndpoint, "share_wall");
export const POST = forMember(shareWallboardEndpoint, "share_wall");
export const DELETE = forMember(revokeWallboardEndpoint, "share_wall");
