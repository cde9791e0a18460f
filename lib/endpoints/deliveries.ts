import { z } from "zod";
import { idSchema } from "@/lib/core/ids";
import { endpoint } from "@/lib/http/endpoint";
import {
  getDelivery,
  getWebhookStatus,
  listDeliveries,
  pauseWebhookEndpoint,
  replayDelivery,
  resumeWebhookEndpoint,
  revealDelivery,
  startReplay,
  summariseResponseTimes,
} from "@/lib/webhooks";
import {
  DELIVERIES_PER_PAGE,
  DeliveriesPage,
  DeliveriesQuery,
  Delivery,
  Replay,
  ReplayFailed,
  ResponseTimes,
  WebhookStatus,
} from "@/lib/webhooks/contract";
import { SessionParams } from "./params";

const DeliveryParams = SessionParams.extend({ delivery_id: idSchema("delivery") });
const EndpointParams = z.object({ endpoint_id: idSchema("webhookEndpoint") });
/** The number of events that will be sent again. */
const Replayed = z.object({ replayed: z.int() });

/** Lists a page of the webhook deliveries of a session. */
export const listDeliveriesEndpoint = endpoint({
  name: "list deliveries of session",
  params: SessionParams,
  query: DeliveriesQuery,
  status: 200,
  response: DeliveriesPage,
  handle: (scope, { params, query }) =>
    listDeliveries(scope, { sessionId: params.session_id, limit: DELIVERIES_PER_PAGE, ...query }),
});

/** Returns a delivery with its attempts and the body sent. The payer's account number is masked. */
export const getDeliveryEndpoint = endpoint({
  name: "get delivery",
  params: DeliveryParams,
  status: 200,
  response: Delivery,
  handle: (scope, { params }) => getDelivery(scope, params.session_id, params.delivery_id),
});

/** Returns a delivery with the full account number, and writes an audit entry. */
export const revealDeliveryEndpoint = endpoint({
  name: "reveal account of delivery",
  params: DeliveryParams,
  status: 200,
  response: Delivery,
  handle: (scope, { params }) => revealDelivery(scope, params.session_id, params.delivery_id),
});

/** Sends a delivery again. Returns 1, or 0 if it is being sent now. */
export const replayDeliveryEndpoint = endpoint({
  name: "replay delivery",
  params: DeliveryParams,
  status: 200,
  response: Replayed,
  handle: async (scope, { params }) => {
    await getDelivery(scope, params.session_id, params.delivery_id);
    return { replayed: (await replayDelivery(scope, params.delivery_id)) ? 1 : 0 };
  },
});

/** Requests that the failed deliveries of a session are sent again in the background. */
export const replayFailedEndpoint = endpoint({
  name: "replay failed deliveries of session",
  params: SessionParams,
  body: ReplayFailed,
  status: 200,
  response: Replay,
  handle: (scope, { params, body }) =>
    startReplay(scope, { since: body.since, sessionId: params.session_id }),
});

/** Returns the status of a session's webhook endpoint and the session's delivery counts. */
export const webhookStatusEndpoint = endpoint({
  name: "get webhook status of session",
  params: SessionParams,
  status: 200,
  response: WebhookStatus,
  handle: (scope, { params }) => getWebhookStatus(scope, params.session_id),
});

/** Returns the response times of a session's deliveries in the last hour. */
export const responseTimesEndpoint = endpoint({
  name: "get response times of session",
  params: SessionParams,
  status: 200,
  response: ResponseTimes,
  handle: (scope, { params }) => summariseResponseTimes(scope, params.session_id),
});

/** Pauses sending to a webhook endpoint. */
export const pauseWebhookEndpointEndpoint = endpoint({
  name: "pause endpoint",
  params: EndpointParams,
  status: 200,
  response: z.object({ health: z.literal("paused") }),
  handle: async (scope, { params }) => {
    await pauseWebhookEndpoint(scope, params.endpoint_id);
    return { health: "paused" as const };
  },
});

/** Resumes sending to a webhook endpoint, as healthy. */
export const resumeWebhookEndpointEndpoint = endpoint({
  name: "resume endpoint",
  params: EndpointParams,
  status: 200,
  response: z.object({ health: z.literal("healthy") }),
  handle: async (scope, { params }) => {
    await resumeWebhookEndpoint(scope, params.endpoint_id);
    return { health: "healthy" as const };
  },
});
