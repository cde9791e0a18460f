import { z } from "zod";
import { optional, Text } from "@/lib/core/format/text";
import { idSchema } from "@/lib/core/ids";
import { Amount } from "@/lib/core/money";
import { Instant } from "@/lib/core/time";
import { TransactionStatus } from "@/lib/core/transaction";

/** The result of a run: attempts made, how they ended, and the events that are due and not sent yet. */
export const SendingReport = z.object({
  attempted: z.int(),
  delivered: z.int(),
  failed: z.int(),
  remaining: z.int(),
});
export type SendingReport = z.output<typeof SendingReport>;

const PauseReason = z.enum(["gone", "failing", "manual", "removed", "listening"]);
const Outcome = z.enum(["delivered", "waiting", "failed"]);

/** One attempt as the list shows it. */
const AttemptMark = z.object({ number: z.int(), is_ok: z.boolean() });

/** One outgoing event in the list, with the data of its payment. */
export const DeliveryRow = z.object({
  id: idSchema("delivery"),
  transaction_id: idSchema("transaction"),
  /** The transaction status that it reports. */
  transaction_status: TransactionStatus,
  amount: Amount,
  payer: z.string(),
  channel: z.string(),
  outcome: Outcome,
  marks: z.array(AttemptMark),
  /** The HTTP status and time of the last attempt; null before the first. `response` is null if none arrived. */
  response: z.int().nullable(),
  duration_ms: z.int().nullable(),
  sent_at: Instant.nullable(),
  created_at: Instant,
});

export const DELIVERIES_PER_PAGE = 50;

/** The filters of a list of deliveries. `q` is a transaction id, a delivery id or a response code. */
export const DeliveriesQuery = z.object({
  outcome: optional(Outcome),
  q: optional(Text),
  before: optional(Text),
});

/**
 * A page of deliveries. `next` is the `before` of the next page, null at the end. A page may hold fewer rows than its
 * size, even none, and still have a next page: a search stops after a fixed number of scanned rows.
 */
export const DeliveriesPage = z.object({ rows: z.array(DeliveryRow), next: z.string().nullable() });

const DeliveryAttempt = z.object({
  number: z.int(),
  started_at: Instant,
  duration_ms: z.int(),
  /** The HTTP status; null if no response arrived. */
  status: z.int().nullable(),
  /** Why it failed, as a sentence; null if it succeeded. */
  error: z.string().nullable(),
  /** The first bytes of the response, as text. */
  excerpt: z.string().nullable(),
  /** The headers that were sent. */
  headers: z.record(z.string(), z.string()),
});

/** One delivery with all its attempts, oldest first. */
export const Delivery = DeliveryRow.omit({ marks: true }).extend({
  url: z.string(),
  /** The body that was sent, with the payer's account number masked to its last four digits unless it is revealed. */
  body: z.string(),
  attempts: z.array(DeliveryAttempt),
  /** When the next attempt is due; null if none is. */
  due_at: Instant.nullable(),
});

/** The delivery counts of a session. Every screen takes them from `lib/webhooks/deliveries/delivery-figures`. */
export const DeliveryFigures = z.object({
  /** Payments whose events should have been delivered by now, and those of them whose events all were. */
  due_count: z.int(),
  delivered_count: z.int(),
  /** Events that are still to be sent, those of them whose last attempt failed, and those that failed for good. */
  waiting_count: z.int(),
  retrying_count: z.int(),
  failed_count: z.int(),
});

/** The status of a session's webhook endpoint, and the session's delivery counts. */
export const WebhookStatus = z.object({
  endpoint: z
    .object({
      id: idSchema("webhookEndpoint"),
      url: z.string(),
      health: z.enum(["healthy", "failing", "backing_off", "paused"]),
      since: Instant,
      pause_reason: PauseReason.nullable(),
      /** Attempts that failed since the last success. */
      failures: z.int(),
      /** When the next event is sent; null if none is waiting or the endpoint is paused. */
      next_attempt_at: Instant.nullable(),
      last_success_at: Instant.nullable(),
    })
    .nullable(),
  ...DeliveryFigures.shape,
  /** The last four characters of the current signing secret, and the older ones that still sign, with their end. */
  secret_ends: z.string(),
  retiring: z.array(z.object({ secret_ends: z.string(), retires_at: Instant })),
});

/** Response times of the last hour's events, per minute. */
export const ResponseTimes = z.object({
  median_ms: z.int().nullable(),
  slowest_ms: z.int().nullable(),
  /** `retried`: attempts that failed and were, or will be, made again. */
  minutes: z.array(z.object({ at: Instant, median_ms: z.int(), retried: z.int() })),
});

/** Replays the events that failed for good since a time. */
export const ReplayFailed = z.object({ since: Instant });

/** The secrets that sign an organisation's events now, the newest first; the others are retiring. */
export const SigningSecrets = z.object({
  secrets: z.array(z.object({ secret: z.string(), created_at: Instant, retires_at: Instant.nullable() })),
});
