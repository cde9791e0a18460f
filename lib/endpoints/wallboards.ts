import { z } from "zod";
import { idOf } from "@/lib/core/ids";
import { endpoint } from "@/lib/http/endpoint";
import { getWallLink, revokeWall, shareWall } from "@/lib/live";
import { WallLink, WallSharing } from "@/lib/live/contract";

const SessionParams = z.object({ session_id: idOf("session") });

export const getWallEndpoint = endpoint({
  name: "get sharing of event",
  params: SessionParams,
  status: 200,
  response: WallSharing,
  handle: (scope, { params }) => getWallLink(scope, params.session_id),
});

export const shareWallEndpoint = endpoint({
  name: "share wallboard of event",
  params: SessionParams,
  status: 201,
  response: WallLink,
  handle: (scope, { params }) => shareWall(scope, params.session_id),
});

export const revokeWallEndpoint = endpoint({
  name: "revoke wallboard of event",
  params: SessionParams,
  status: 200,
  response: WallSharing,
  handle: (scope, { params }) => revokeWall(scope, params.session_id),
});
