export { closeLive, getLive, getWall, parseCursor, streamEnd, watchSession } from "./subscribe";
export {
  findWallEnd,
  getWallLink,
  getWallLinkEnd,
  requireSharedWall,
  revokeWall,
  shareWall,
} from "./wallboard-links";
