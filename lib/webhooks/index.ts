export { SendingReport } from "./contract";
export { deliverDue } from "./deliver";
export {
  type EndpointSummary,
  endpointId,
  ensureEndpoint,
  listEndpoints,
  pauseEndpoint,
  resumeEndpoint,
} from "./endpoint";
export { nudge, startSender, stopSender } from "./nudge";
export { replayDelivery, replayFailed } from "./replay";
