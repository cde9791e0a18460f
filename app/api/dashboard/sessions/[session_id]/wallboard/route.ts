import {
  getWallboardSharingEndpoint,
  revokeWallboardEndpoint,
  shareWallboardEndpoint,
} from "@/lib/endpoints/access/wallboards";
import { forMember } from "@/lib/http/serve";

export const GET = forMember(getWallboardSharingEndpoint, "share_wallboard");
export const POST = forMember(shareWallboardEndpoint, "share_wallboard");
export const DELETE = forMember(revokeWallboardEndpoint, "share_wallboard");
