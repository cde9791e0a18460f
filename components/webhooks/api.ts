import type { z } from "zod";
import type {
  ChangedWebhookUrl,
  DeliveriesPage,
  Delivery,
  DeliveryOutcomes,
  DeliveryRow,
  EndpointInput,
  FoundDeliveries,
  OrganisationEndpoint,
  Replay,
  ReplaySelected,
  ResponseTimes,
  SigningSecrets,
  WebhookStatus,
} from "@/lib/webhooks/contract";

/** Responses of the dashboard JSON API, before parsing. */
export type DeliveryRowJson = z.input<typeof DeliveryRow>;
export type DeliveriesJson = z.input<typeof DeliveriesPage>;
export type DeliveryJson = z.input<typeof Delivery>;
export type WebhookStatusJson = z.input<typeof WebhookStatus>;
export type WebhookEndpointJson = NonNullable<WebhookStatusJson["endpoint"]>;
export type ResponseTimesJson = z.input<typeof ResponseTimes>;
export type SigningSecretsJson = z.input<typeof SigningSecrets>;
export type ReplayJson = z.input<typeof Replay>;
export type DeliveryOutcomesJson = z.input<typeof DeliveryOutcomes>;
export type OrganisationEndpointJson = z.input<typeof OrganisationEndpoint>;
export type FoundDeliveriesJson = z.input<typeof FoundDeliveries>;
export type FoundDeliveryJson = FoundDeliveriesJson["rows"][number];
export type ChangedWebhookUrlJson = z.input<typeof ChangedWebhookUrl>;

/** Bodies of its requests. */
export type EndpointInputJson = z.input<typeof EndpointInput>;
export type SelectedDeliveries = z.input<typeof ReplaySelected>["deliveries"];

/** What the health of a webhook endpoint is described from, whatever its kind. */
export type EndpointStateJson = Pick<WebhookEndpointJson, "id" | "health" | "pause_reason" | "failures">;

/** The signing secret that an endpoint's events are signed with: its end, and those that retire. */
export type SecretStateJson = Pick<WebhookStatusJson, "secret_ends" | "retiring">;

/** Returns the path of a delivery's page. */
export const deliveryHref = (sessionId: string, deliveryId: string) =>
  `/events/${sessionId}/webhooks/${deliveryId}`;

/** Shortens an id to its first 4 and last 8 characters, which distinguish ids of one type. */
export const shortId = (id: string) => `${id.slice(0, 4)}…${id.slice(-8)}`;
