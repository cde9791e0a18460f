export {
  closeLiveStreams,
  countLiveStreams,
  createEndedStream,
  getLive,
  getWallboard,
  parseCursor,
  streamSession,
} from "./feed/subscribe";
export {
  createWallboardLink,
  findWallboardEndReason,
  getLinkEndReason,
  getWallboardSharing,
  requireSharedWallboard,
  revokeWallboardLinks,
} from "./wallboard-links";
