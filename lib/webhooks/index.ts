export type { ClaimedDelivery } from "./claim";
export { SendingReport } from "./contract";
export { countDeliveries, type DeliveryFigures } from "./delivery-figures";
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
export { getImmediateSend, sendAtOnce, startSender, stopSender, wakeSender } from "./sender-loop";
export { getWebhookStatus, summariseResponseTimes, toFiguresJson } from "./status";
export {
  ensureWebhookEndpoint,
  listWebhookEndpoints,
  pauseWebhookEndpoint,
  resumeWebhookEndpoint,
  type WebhookEndpointSummary,
  webhookEndpointId,
} from "./webhook-endpoint";
