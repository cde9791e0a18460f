import { endpoint } from "@/lib/http/endpoint";
import { createWallboardLink, getWallboardSharing, revokeWallboardLinks } from "@/lib/live";
import { WallboardLink, WallboardSharing } from "@/lib/live/contract";
import { SessionParams } from "../params";

/** Returns since when and until when the wallboard of an event is shared; nulls if it is not. */
export const getWallboardSharingEndpoint = endpoint({
  name: "get wallboard sharing of event",
  params: SessionParams,
  status: 200,
  response: WallboardSharing,
  handle: (scope, { params }) => getWallboardSharing(scope, params.session_id),
});

/** Creates a public link to the wallboard of an event. Returns the link, shown once. */
export const shareWallboardEndpoint = endpoint({
  name: "share wallboard of event",
  params: SessionParams,
  status: 201,
  response: WallboardLink,
  handle: (scope, { params }) => createWallboardLink(scope, params.session_id),
});

/** Revokes all public links to the wallboard of an event. Returns the new state. */
export const revokeWallboardEndpoint = endpoint({
  name: "revoke wallboard of event",
  params: SessionParams,
  status: 200,
  response: WallboardSharing,
  handle: (scope, { params }) => revokeWallboardLinks(scope, params.session_id),
});
