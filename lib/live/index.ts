export { getWallLink, getWallLinkEnd, requireSharedWall, revokeWall, shareWall } from "./walls";
export { closeLive, getLive, getWall, parseSeen, watchSession } from "./watch";
