export type { ClaimedDelivery } from "./claim";
export { SendingReport } from "./contract";
export { deliverDue } from "./deliver";
export { countDeliveries, type DeliveryFigures } from "./delivery-figures";
export {
  type EndpointSummary,
  endpointId,
  ensureEndpoint,
  listEndpoints,
  pauseEndpoint,
  resumeEndpoint,
} from "./endpoint";
export { getDelivery, revealDelivery } from "./get";
export { type HandOver, handOverQuery, NO_HAND_OVER } from "./hand-over";
export { listDeliveries } from "./list";
export { handOver, nudge, sendAtOnce, startSender, stopSender } from "./nudge";
export {
  describePause,
  getSendingPause,
  pauseSending,
  resumeSending,
  type SendingPause,
} from "./pause";
export { replayDelivery, replayFailed } from "./replay";
export { getWebhookStatus, presentFigures, summariseResponseTimes } from "./status";
