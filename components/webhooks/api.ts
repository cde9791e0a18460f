import type { z } from "zod";
import type {
  DeliveriesPage,
  Delivery,
  DeliveryRow,
  Replay,
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
