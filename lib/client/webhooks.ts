import { Webhook, WebhookVerificationError } from "standardwebhooks";
import type { WebhookEvent } from "./types";

export { WebhookVerificationError };

/** A received request: its headers and the body exactly as it arrived. */
export interface ReceivedWebhook {
  /** The headers of `node:http`, or of a `Request`. */
  headers: Headers | Record<string, string | string[] | undefined>;
  /** The raw bytes or text. A body that was parsed and serialised again does not verify. */
  body: string | Uint8Array;
}

/**
 * Verifies an event by the signing secret, `whsec_…` (Standard Webhooks), and returns it. An event can arrive more than
 * once, with the same `webhook-id`. Throws `WebhookVerificationError` if the signature is wrong or missing, or the event is
 * older than five minutes.
 */
export function verifyWebhook(secret: string, { headers, body }: ReceivedWebhook): WebhookEvent {
  const given = headers instanceof Headers ? Object.fromEntries(headers) : headers;
  const single = Object.entries(given).map(([name, value]) => [
    name.toLowerCase(),
    Array.isArray(value) ? value.join(" ") : value,
  ]);
  return new Webhook(secret).verify(Buffer.from(body), Object.fromEntries(single)) as WebhookEvent;
}
