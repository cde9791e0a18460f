import { z } from "zod";
import { idSchema } from "@/lib/core/ids";
import { endpoint } from "@/lib/http/endpoint";
import { createWallboardLink, getWallboardSharing, revokeWallboardLinks } from "@/lib/live";
import { WallboardLink, WallboardSharing } from "@/lib/live/contract";

const SessionParams = z.object({ session_id: idSchema("session") });

export const getWallboardSharingEndpoint = endpoint({
  name: "get wallboard sharing of event",
  params: SessionParams,
  status: 200,
  response: WallboardSharing,
  handle: (scope, { params }) => getWallboardSharing(scope, params.session_id),
});

export const shareWallboardEndpoint = endpoint({
  name: "share wallboard of event",
  params: SessionParams,
  status: 201,
  response: WallboardLink,
  handle: (scope, { params }) => createWallboardLink(scope, params.session_id),
});

export const revokeWallboardEndpoint = endpoint({
  name: "revoke wallboard of event",
  params: SessionParams,
  status: 200,
  response: WallboardSharing,
  handle: (scope, { params }) => revokeWallboardLinks(scope, params.session_id),
});
