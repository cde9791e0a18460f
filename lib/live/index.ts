export { findWallEnd, getWallLink, getWallLinkEnd, requireSharedWall, revokeWall, shareWall } from "./walls";
export { closeLive, getLive, getWall, parseSeen, streamEnd, watchSession } from "./watch";
