import type { z } from "zod";
import type {
  DeliveriesPage,
  Delivery,
  DeliveryRow,
  ResponseTimes,
  SigningSecrets,
  WebhookStatus,
} from "@/lib/webhooks/contract";

/** What the JSON door answers, as it is on the wire. */
export type DeliveryRowWire = z.input<typeof DeliveryRow>;
export type DeliveriesWire = z.input<typeof DeliveriesPage>;
export type DeliveryWire = z.input<typeof Delivery>;
export type WebhookStatusWire = z.input<typeof WebhookStatus>;
export type EndpointWire = NonNullable<WebhookStatusWire["endpoint"]>;
export type ResponseTimesWire = z.input<typeof ResponseTimes>;
export type SecretsWire = z.input<typeof SigningSecrets>;
