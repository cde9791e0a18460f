export { attemptDelivery } from "./attempts/attempt";
export { signEvent } from "./attempts/sign";
export { SendingReport } from "./contract";
export { countOutcomes } from "./deliveries/count-outcomes";
export { countDeliveries, type DeliveryFigures } from "./deliveries/delivery-figures";
export { getDelivery, revealDelivery } from "./deliveries/get";
export { listDeliveries } from "./deliveries/list";
export { replayDelivery, replaySelected } from "./deliveries/replay";
export { searchDeliveries } from "./deliveries/search-all";
export { getOrganisationEndpoint, listOrganisationEndpoints } from "./endpoints/list-endpoints";
export { createListener, fetchListenerEvents, removeListener } from "./endpoints/listeners";
export {
  createOrganisationEndpoint,
  removeOrganisationEndpoint,
  updateOrganisationEndpoint,
} from "./endpoints/organisation-endpoints";
export {
  failEventsOfRemoved,
  startRemovedEndpoints,
  stopRemovedEndpoints,
} from "./endpoints/removed-endpoints";
export { changeWebhookUrl } from "./endpoints/session-url";
export { recordEvents } from "./events/record-events";
export { hasSubscribers, transactionEventTargets } from "./events/targets";
export { isFailing } from "./health";
export {
  describePause,
  getSendingPause,
  isSendingAllowed,
  PAUSE_ADVICE,
  pauseSending,
  resumeSending,
  type SendingPause,
} from "./pause";
export { runReplays, startReplays, stopReplays } from "./replays/run-replays";
export { getReplay, startReplay } from "./replays/start-replay";
export { attemptsKeptFrom, startAttemptRetention, stopAttemptRetention } from "./retention/partitions";
export {
  type ImmediateSend,
  type ImmediateSendValues,
  immediateSendQueries,
  NO_IMMEDIATE_SEND,
  type RecordedEvent,
} from "./sending/immediate-send";
export { deliverDue } from "./sending/run-delivery-job";
export {
  getImmediateSend,
  sendRecordedEvent,
  startSender,
  stopSender,
  wakeSender,
} from "./sending/sender-loop";
export { getWebhookStatus, summariseResponseTimes, toFiguresJson } from "./status";
export {
  ensureWebhookEndpoint,
  listWebhookEndpoints,
  pauseWebhookEndpoint,
  resumeWebhookEndpoint,
  webhookEndpointId,
} from "./webhook-endpoint";
