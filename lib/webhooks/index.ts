export type { ClaimedDelivery } from "./claim";
export { SendingReport } from "./contract";
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
export { type ImmediateSend, immediateSendQuery, NO_IMMEDIATE_SEND } from "./immediate-send";
export { listDeliveries } from "./list";
export {
  describePause,
  getSendingPause,
  pauseSending,
  resumeSending,
  type SendingPause,
} from "./pause";
export { replayDelivery, replayFailed } from "./replay";
export { deliverDue } from "./run-delivery-job";
export { handOverDeliveries, sendAtOnce, startSender, stopSender, wakeSender } from "./sender-loop";
export { getWebhookStatus, presentFigures, summariseResponseTimes } from "./status";
